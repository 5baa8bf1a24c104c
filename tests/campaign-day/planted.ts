import type { Break } from '#tests/breaks/types.ts'

/** A defect in the interaction of several parts of the product, which the simulation must find. */
type Planted = {
  /** The promise that the defect breaks, as a sentence. */
  readonly breaks: string
  readonly lines: readonly Break[]
  /** Why the simulation does not find the defect yet. */
  readonly missed?: string
}

/** Most of these are real defects of earlier releases, reintroduced. */
export const planted: Readonly<Record<string, Planted>> = {
  'undo-after-leaving': {
    breaks: 'a receipt of a customer who has left gives no entries again',
    lines: [
      {
        file: 'server/review/decide.ts',
        find: '        await requireParticipant(trx, row.customer_id)',
        replace: '',
      },
    ],
  },
  'mailing-without-token': {
    breaks: 'a mailing waits while a server without a token has switched LINE messages off',
    lines: [
      {
        file: 'server/mailings/advance.ts',
        find: '  if (!(await readChannel(db))) return false',
        replace: '',
      },
    ],
  },
  'block-after-leaving': {
    breaks: 'a customer who has left is not blocked',
    lines: [
      {
        file: 'server/identity/change-block.ts',
        find: "  if ((await readCustomer(db, id)).status === 'cancelled') return 'left'",
        replace: '',
      },
    ],
  },
  'deadline-moved-earlier': {
    breaks: 'winners can confirm until the deadline that a message has named',
    lines: [
      { file: 'server/set-up/rules.ts', find: '  requireTimeToConfirm(before, after, now)', replace: '' },
    ],
  },
  'receipt-counted-twice': {
    breaks: 'a paper receipt counts once',
    lines: [
      {
        file: 'server/campaign/receipts/claim.ts',
        find: '  await insertDispute(db, receipt, { since: now, lost_approval: 0 })',
        replace: '',
      },
    ],
  },
  'repeated-request-runs-again': {
    breaks: 'a request that arrives twice takes effect once, and both get the same answer',
    lines: [
      {
        file: 'server/idempotency.ts',
        find: '    if (!inserted) {',
        replace: '    if (!inserted && false) {',
      },
    ],
  },
  'stock-below-zero': {
    breaks: 'no more rewards are used than there are',
    lines: [{ file: 'server/campaign/use-reward.ts', find: "    .where('remaining', '>', 0)", replace: '' }],
  },
  'lease-not-checked': {
    breaks: 'a server that was suspended does not settle a message that another server has sent since',
    missed:
      'both servers send with the same retry key, so LINE shows the message once and both settle it as sent',
    lines: [
      {
        file: 'server/store/leased.ts',
        find: '  inTransaction(db, async trx => ((await isLocked(updateOwned(trx, table, row))) ? change(trx) : 0))',
        replace: '  inTransaction(db, change)',
      },
    ],
  },
  'one-person-approves': {
    breaks: 'two people carry out an action that needs two',
    lines: [
      {
        file: 'server/desk/approvals.ts',
        find: "  if (row.asked_by === person.id) throw new DeskError('SAME_PERSON')",
        replace: '',
      },
      {
        file: 'server/desk/access.ts',
        find: "  if (asker.id === decider.id) throw new DeskError('SAME_PERSON')",
        replace: '',
      },
      {
        file: 'server/desk/access.ts',
        find: "  if (mayBeOnePerson(asker, decider)) throw new DeskError('GAVE_ACCESS')",
        replace: '',
      },
    ],
  },
  'phone-number-kept': {
    breaks: 'no table keeps anything that identifies an erased person',
    lines: [
      {
        file: 'server/identity/purge.ts',
        find: "  for (const table of ['phone_claim', 'message', 'message_preference', 'hand_over', 'customer_note'] as const)",
        replace: "  for (const table of ['message', 'message_preference'] as const)",
      },
    ],
  },
  'export-of-a-person-who-left': {
    breaks: 'an export names nobody who has left as a winner or reserve',
    lines: [
      {
        file: 'server/exports/winners.ts',
        find: "      const left = row.status === 'cancelled'",
        replace: '      const left = false',
      },
    ],
  },
  'restore-not-noticed': {
    breaks: 'after a restore, phones offer the receipts that it has lost',
    lines: [
      {
        file: 'server/store/epoch.ts',
        find: '    .set({ epoch: newEpoch(random), epoch_database: here })',
        replace: '    .set({ epoch_database: here })',
      },
    ],
  },
  'restore-forgets-who-left': {
    breaks: 'a customer who has left stays erased after a restore',
    lines: [
      {
        file: 'server/cli/take-over-decisions.ts',
        find: "  const left = from.selectFrom('customer').selectAll().where('status', '=', 'cancelled')",
        replace:
          "  const left = from.selectFrom('customer').selectAll().where('status', '=', 'registered').where('id', '=', '')",
      },
    ],
  },
  'message-after-undo': {
    breaks: 'a message about an approval is not sent after the approval was undone',
    lines: [
      {
        file: 'server/messages/contents/receipts.ts',
        find: "    isCurrent: receipt.status === 'approved' && decisionSubject(receipt) === row.subject,",
        replace: '    isCurrent: true,',
      },
    ],
  },
  'refusal-not-stored': {
    breaks: 'an app waits between its tries, although an older build has changed its records',
    lines: [
      {
        file: 'src/outbox/commands.ts',
        find: 'const isMine = stored.claim === null || stored.claim.tab === tab',
        replace: 'const isMine = stored.claim?.tab === tab',
      },
    ],
  },
}
