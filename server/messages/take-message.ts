import { lockCustomer } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { dissolveDigest, formDigest, membersOf } from './digest.ts'
import { sendingVerdict, type Verdict, waitsForMorning } from './sending-rules.ts'

type Row = Tables['message']

/** What became of a message that was due. */
type Taken<C extends Row> =
  /** This process has claimed it; `members` are sent with it. */
  | { readonly kind: 'claimed'; readonly claimed: C; readonly members: readonly Row[] }
  /** Another process has it. */
  | { readonly kind: 'gone' }
  | Exclude<Verdict, { kind: 'send' }>

type Steps<C extends Row> = {
  readonly db: Db
  readonly now: number
  /** Claims the message; null if another process has it. */
  readonly claim: (db: Db) => Promise<C | null>
  /** Drops or postpones the message. */
  readonly apply: (db: Db, verdict: Exclude<Verdict, { kind: 'send' }>) => Promise<void>
}

/**
 * Claims a message that is due, together with the messages that are sent with it, or drops or postpones it as the sending
 * rules say. All processes do this one after the other for each customer, so that the daily cap is exact and no message is
 * in two digests. A message whose last attempt is unsure is dropped if the customer does not want it any more, and waits for
 * the end of the quiet hours, but not for another day.
 */
export function takeMessage<C extends Row>(due: Row, { db, now, claim, apply }: Steps<C>): Promise<Taken<C>> {
  return inTransaction(db, async trx => {
    await lockCustomer(trx, due.customer_id)
    // Another process may have made it a member of a digest, or sent it, since it was read.
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
