import { may } from '#contract/desk/roles.ts'
import { receiptRow } from '#server/campaign/receipts/read.ts'
import { heldReceipts } from '#server/review/lease.ts'
import { isPair } from '#server/review/reasons.ts'
import { readSuspicion } from '#server/review/risk-read.ts'
import { riskOf } from '#server/review/risk-score.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import type { Person } from '../people.ts'

type Looking = { readonly receiptId: string; readonly person: Person; readonly now: number }

/**
 * Returns `assigned` if the receipt is assigned to the person, or `other` if the person's role may see customers or the
 * receipt resembles an assigned one. Otherwise throws FORBIDDEN, even if the receipt does not exist.
 */
export async function requireMaySee(
  db: Db,
  { receiptId, person, now }: Looking,
): Promise<'assigned' | 'other'> {
  const held = await heldReceipts(db, { reviewer: person.id, now })
  if (held.includes(receiptId)) return 'assigned'
  if (may(person.role, 'customers')) return 'other'
  for (const id of held) if ((await similarTo(db, id)).includes(receiptId)) return 'other'
  throw new DeskError('FORBIDDEN', { detail: 'NOT_ASSIGNED' })
}

async function similarTo(db: Db, id: string): Promise<readonly string[]> {
  const row = await receiptRow(db, id)
  if (!row) return []
  const { reasons } = riskOf((await readSuspicion(db, row)).reasons)
  return reasons.filter(isPair).map(reason => reason.receiptId)
}
