import { lockCustomer } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { dissolveDigest, formDigest, membersOf } from './digest.ts'
import { sendingVerdict, type Verdict, waitsForMorning } from './sending-rules.ts'

type Row = Tables['message']

type Taken<C extends Row> =
  | { readonly kind: 'claimed'; readonly claimed: C; readonly members: readonly Row[] }
  | { readonly kind: 'gone' }
  | Exclude<Verdict, { kind: 'send' }>

type Steps<C extends Row> = {
  readonly db: Db
  readonly now: number
  readonly claim: (db: Db) => Promise<C | null>
  readonly apply: (db: Db, verdict: Exclude<Verdict, { kind: 'send' }>) => Promise<void>
}

/**
 * Claims a due message and its digest, or drops or postpones the message. Locks the customer, so that the daily cap is
 * exact and no message is in two digests. If LINE may already have a message, it is dropped if no longer wanted;
 * otherwise it can be delayed by quiet hours, but not by the daily cap.
 */
export function takeMessage<C extends Row>(due: Row, { db, now, claim, apply }: Steps<C>): Promise<Taken<C>> {
  return inTransaction(db, async trx => {
    await lockCustomer(trx, due.customer_id)
    // Since the message was read, another process may have sent it or added it to a digest.
    if (!(await isUnchanged(trx, due))) return { kind: 'gone' }
    if (due.unsure === 0) await dissolveDigest(trx, due)
    const verdict = await sendingVerdict(trx, due, now)
    const isIgnored = due.unsure === 1 && verdict.kind === 'postpone' && !waitsForMorning(verdict, due.key_at)
    if (verdict.kind !== 'send' && !isIgnored) {
      await apply(trx, verdict)
      return verdict
    }
    const claimed = await claim(trx)
    if (!claimed) return { kind: 'gone' }
    const members = due.unsure === 0 ? await formDigest(trx, due, now) : await membersOf(trx, due)
    return { kind: 'claimed', claimed, members }
  })
}

async function isUnchanged(db: Db, row: Row): Promise<boolean> {
  const found = await db
    .selectFrom('message')
    .select('digest_lead')
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('customer_id', '=', row.customer_id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', row.attempts)
    .where('not_before', '=', row.not_before)
    .executeTakeFirst()
  return found !== undefined && found.digest_lead === null
}
