import { MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { lockCustomers } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { LEASE_MS, nextKey } from '../attempt.ts'
import { isCurrent } from '../compose.ts'
import { recipientsOf } from '../recipients.ts'
import { sendingVerdicts, waitsForMorning } from '../sending-rules.ts'
import {
  deleteMulticast,
  dissolveMulticast,
  type Multicast,
  membersFor,
  membersOf,
  settleMulticast,
} from './rows.ts'

type Deps = Pick<ServerDeps, 'db' | 'log' | 'clock' | 'random'>
type Message = Tables['message']

type Claimed = Multicast & { readonly retry_key: string }

export type Claim = {
  readonly settled: number
  readonly claimed: Claimed | null
  readonly to: readonly string[]
}

const nothing = (settled = 0): Claim => ({ settled, claimed: null, to: [] })

/**
 * Claims a multicast and returns its recipients. The first attempt applies the sending rules; later attempts only drop
 * recipients whose message is out of date, unwanted or undeliverable.
 */
export async function claimMulticast(deps: Deps, due: Multicast): Promise<Claim> {
  const now = deps.clock.now()
  // Check outside the transaction, so that the customers are locked only briefly.
  const outdated = due.unsure === 1 ? await outdatedIn(deps.db, due, now) : none
  return inTransaction(deps.db, async trx => {
    // Claim the multicast first: other processes then wait here and find it taken.
    const claimed = await take(trx, due, now, deps)
    if (!claimed) return nothing()
    await lockCustomers(
      trx,
      (await membersOf(trx, due)).map(row => row.customer_id),
    )
    const members = await membersOf(trx, due)
    if (members.length === 0) {
      await deleteMulticast(trx, due)
      return nothing()
    }
    return due.unsure === 0
      ? firstAttempt({ ...deps, db: trx }, { due, claimed, members, now })
      : nextAttempt({ ...deps, db: trx }, { due, claimed, members, now, outdated })
  })
}

const none: ReadonlySet<string> = new Set()

async function outdatedIn(db: Db, due: Multicast, now: number): Promise<ReadonlySet<string>> {
  const outdated = new Set<string>()
  for (const row of await membersOf(db, due))
    if (!(await isCurrent(db, row, now))) outdated.add(row.customer_id)
  return outdated
}

type Attempt = {
  readonly due: Multicast
  readonly claimed: Claimed
  readonly members: readonly Message[]
  readonly now: number
}

async function take(db: Db, due: Multicast, now: number, { random }: Deps): Promise<Claimed | null> {
  const change = {
    ...nextKey(due, now, random),
    not_before: now + LEASE_MS,
    attempts: due.attempts + 1,
    unsure: 1,
  }
  const taken = await db
    .updateTable('message_multicast')
    .set(change)
    .where('id', '=', due.id)
    .where('attempts', '=', due.attempts)
    .where('not_before', '=', due.not_before)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n ? { ...due, ...change } : null
}

async function firstAttempt({ db }: Deps, { due, claimed, members, now }: Attempt): Promise<Claim> {
  if (now - due.created_at > LEASE_MS) {
    // A process crashed or sending was paused, so the content may be out of date.
    await dissolveMulticast(db, due, { not_before: now, reason: null })
    return nothing()
  }
  const ids = members.map(row => row.customer_id)
  const kind = (members[0] as Message).kind
  const recipients = await recipientsOf(db, ids)
  const verdicts = await sendingVerdicts(db, kind, ids, now)
  const to: string[] = []
  const changes = new Map<string, { readonly change: Partial<Message>; readonly ids: string[] }>()
  const leaveOut = (id: string, change: Partial<Message>) => {
    const key = JSON.stringify(change)
    const found = changes.get(key)
    if (found) found.ids.push(id)
    else changes.set(key, { change, ids: [id] })
  }
  let settled = 0
  for (const { customer_id, state } of members) {
    const verdict = verdicts(customer_id)
    const { lineUserId, obstacle } = recipients(customer_id)
    // The organiser has stopped the mailing.
    if (state === 'held') leaveOut(customer_id, {})
    else if (verdict.kind === 'postpone')
      leaveOut(customer_id, { not_before: verdict.until, reason: verdict.reason })
    else if (verdict.kind === 'send' && lineUserId !== null) to.push(lineUserId)
    else {
      settled += 1
      const reason = verdict.kind === 'drop' ? verdict.reason : obstacle
      leaveOut(customer_id, { state: 'dropped', reason, settled_at: now })
    }
  }
  for (const { change, ids: some } of changes.values())
    await membersFor(db, due)
      .set({ ...change, multicast_id: null })
      .where('customer_id', 'in', some)
      .execute()
  if (to.length === 0) {
    await deleteMulticast(db, due)
    return nothing(settled)
  }
  await countAttempt(db, due)
  return { settled, claimed, to }
}

type NextAttempt = Attempt & { readonly outdated: ReadonlySet<string> }

async function nextAttempt(
  { db, log }: Deps,
  { due, claimed, members, now, outdated }: NextAttempt,
): Promise<Claim> {
  if (claimed.retry_key !== due.retry_key) {
    log.error({ multicast: due.id, members: members.length }, 'LINE messages given up: LINE may have them')
    const reason = 'LINE has not said for 23 hours whether it accepted the message'
    return nothing(await settleMulticast(db, due, { state: 'dead', reason, settled_at: now, unsure: 1 }))
  }
  if (members.some(({ state }) => state === 'held')) {
    await db
      .updateTable('message_multicast')
      .set({ not_before: now + MINUTE_MS })
      .where('id', '=', due.id)
      .execute()
    return nothing()
  }
  const { to, dropped, until } = await stillWanted(db, { due, members, now, outdated })
  if (until !== null) {
    await db.updateTable('message_multicast').set({ not_before: until }).where('id', '=', due.id).execute()
    return nothing()
  }
  for (const [reason, ids] of dropped)
    await membersFor(db, due)
      .set({ state: 'dropped', reason, settled_at: now, unsure: 1, multicast_id: null })
      .where('customer_id', 'in', ids)
      .execute()
  await countAttempt(db, due)
  return { settled: [...dropped.values()].flat().length, claimed, to }
}

async function stillWanted(
  db: Db,
  { due, members, now, outdated }: Pick<NextAttempt, 'due' | 'members' | 'now' | 'outdated'>,
) {
  const ids = members.map(row => row.customer_id)
  const recipients = await recipientsOf(db, ids)
  const verdicts = await sendingVerdicts(db, (members[0] as Message).kind, ids, now)
  const to: string[] = []
  const dropped = new Map<string, string[]>()
  let until: number | null = null
  for (const id of ids) {
    const verdict = verdicts(id)
    if (verdict.kind === 'postpone' && waitsForMorning(verdict, due.key_at)) until = verdict.until
    const { lineUserId, obstacle } = recipients(id)
    const reason = outdated.has(id) ? 'out of date' : verdict.kind === 'drop' ? verdict.reason : obstacle
    if (reason === null && lineUserId !== null) to.push(lineUserId)
    else dropped.set(reason ?? '', [...(dropped.get(reason ?? '') ?? []), id])
  }
  return { to, dropped, until }
}

async function countAttempt(db: Db, due: Multicast): Promise<void> {
  await membersFor(db, due)
    .set(eb => ({ unsure: 1, attempts: eb('attempts', '+', 1) }))
    .execute()
}
