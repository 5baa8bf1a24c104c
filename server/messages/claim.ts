import type { Random } from '#server/random.ts'
import { claimRow, isLocked, LEASE_MS, updateDue } from '#server/store/leased.ts'
import { lockCustomer, lockCustomers } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { dissolveDigest, formDigest } from './digest.ts'
import { type Message, membersOf, type Request, updateMembers } from './request.ts'
import { nextKey } from './retry-key.ts'

/**
 * Locks a due request and its customers, so that the daily cap is exact and no message is in two requests. Returns its
 * messages, or null if another process was faster.
 */
export async function lockRequest(trx: Db, due: Request): Promise<readonly Message[] | null> {
  if (due.table === 'message') {
    const { row } = due
    await lockCustomer(trx, row.customer_id)
    const same = updateDue(trx, 'message', row)
      .where('state', '=', 'waiting')
      .where('digest_lead', 'is', null)
    if (!(await isLocked(same))) return null
    if (row.unsure === 1) return membersOf(trx, due)
    await dissolveDigest(trx, row)
    return [row]
  }
  // Other processes wait here rather than for the customers' locks.
  if (!(await isLocked(updateDue(trx, due.table, due.row)))) return null
  await lockCustomers(
    trx,
    (await membersOf(trx, due)).map(row => row.customer_id),
  )
  return membersOf(trx, due)
}

export type Wanted = {
  readonly members: readonly Message[]
  readonly lineUserIds: ReadonlyMap<string, string>
}

export type Claimed = Wanted & {
  readonly request: Request
  readonly before: Request
  readonly retryKey: string
}

type Now = { readonly now: number; readonly random: Random }

/**
 * Leases a locked request and stores its retry key, so that the next attempt after a crash or a lost response uses the
 * same key and content. Adds other decisions about the customer's receipts to the first attempt of a push.
 */
export async function claimRequest(
  trx: Db,
  before: Request,
  { members, lineUserIds }: Wanted,
  { now, random }: Now,
): Promise<Claimed> {
  const key = nextKey(before.row, now, random)
  const change = { ...key, not_before: now + LEASE_MS, unsure: 1 }
  const row = await claimRow(trx, before.table, before.row, change)
  if (row === null) throw new Error('A locked request cannot be claimed.')
  const request = { table: before.table, row } as Request
  const about = { request, before, lineUserIds, retryKey: key.retry_key }
  if (before.table === 'message') {
    const others = before.row.unsure === 0 ? await formDigest(trx, before.row, now) : members.slice(1)
    return { ...about, members: [before.row, ...others] }
  }
  await updateMembers(trx, request)
    .set(eb => ({ unsure: 1, attempts: eb('attempts', '+', 1) }))
    .execute()
  return { ...about, members }
}
