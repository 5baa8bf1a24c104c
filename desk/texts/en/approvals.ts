import type { approvals as thai } from '../th/approvals.ts'

export const approvals: Readonly<Record<keyof typeof thai, string>> = {
  'approvals.effect.customer': 'Customer: {name}',
  'approvals.effect.winner': 'This customer was drawn as a winner or a reserve.',
  'approvals.effect.receipts': 'Receipts: {count}',
  'approvals.effect.photos': 'Photos: {count}',
  'approvals.effect.entries': 'Entries in the draw: {count}',
  'approvals.effect.rows': 'Rows in the file: {count}, as of the request',
  'approvals.effect.left-out':
    'Receipts that take no part in the draw, because nobody reviewed them: {count}',
  'approvals.effect.prizes': 'Prizes: {count} ({name})',
  'approvals.effect.reserves': 'Reserves: {count}',
  'approvals.effect.undrawn': 'Prizes that nobody wins, because too few customers take part: {count}',
  'approvals.effect.winners': 'Winners: {count}',
  'approvals.effect.expiring': 'Winners who lose the prize, because they did not confirm in time: {count}',
  'approvals.effect.promotes': 'Reserves who get a prize: {count}',
  'approvals.effect.vacant': 'Prizes that stay free, because there are too few reserves: {count}',
  'refused.EFFECTS_CHANGED':
    'The numbers of this request have changed since you opened it, so it is not approved. Check the new numbers and approve it again.',
}
