import type { Messaging, ServerDeps } from '#server/deps.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import { ifOwned, LEASE_MS } from '#server/store/leased.ts'
import type { Db } from '#server/store/tables.ts'
import type { Claimed } from './claim.ts'
import { composeMessage, isCurrent, STALE_MS, whyNot } from './compose.ts'
import { composeDigest } from './compose-digest.ts'
import { currentOf } from './digest.ts'
import { aboutRequest, deleteMulticast, leaveOut, type Message, postponeAll, settleAll } from './request.ts'
import { ended, type Stage } from './stage.ts'

type Deps = Pick<ServerDeps, 'db' | 'log' | 'clock'>

export type Composed = { readonly messages: readonly LineMessage[]; readonly to: readonly string[] }

const ERROR = 'an error of the server'

/**
 * Composes the content of a claimed request, or settles messages that are out of date. A multicast's content is stored,
 * so only its recipients can change. LINE has not received this attempt, so after an error only an earlier attempt may
 * have been delivered.
 */
export async function composeRequest(
  deps: Deps,
  messaging: Messaging,
  claimed: Claimed,
): Promise<Stage<Composed>> {
  const { db, clock, log } = deps
  const { before, request } = claimed
  try {
    return await (before.table === 'message'
      ? composePush(deps, messaging, { claimed, row: before.row })
      : composeMulticast(deps, messaging, { claimed, content: before.row.content }))
  } catch (error) {
    log.error({ err: error, ...aboutRequest(before) }, 'could not compose a LINE message')
  }
  const { unsure, created_at } = before.row
  const now = clock.now()
  const isStale = before.table === 'message' && unsure === 0 && now - created_at > STALE_MS
  const settled = await ifOwned(db, request, async trx => {
    if (isStale) return settleAll(trx, request, dropped(`${ERROR} for three days`, now, unsure))
    await postponeAll(trx, request, { not_before: now + LEASE_MS, reason: ERROR, unsure })
    return 0
  })
  return ended(settled)
}

type Push = { readonly claimed: Claimed; readonly row: Message }

async function composePush(
  { db, clock }: Deps,
  { liffId, channelSecret }: Messaging,
  { claimed, row }: Push,
): Promise<Stage<Composed>> {
  const { request, members, lineUserIds } = claimed
  const now = clock.now()
  const composing = { liffId, now, hasWebhook: channelSecret != null }
  const messages = await (members.length === 1
    ? composeMessage(db, row, composing)
    : composeCurrent(db, members, liffId))
  const why = await whyNot(db, row, { now, isTrue: messages !== null })
  // LINE may already have an unsure message, so retry it at any age while it is current.
  if (messages !== null && (why === null || row.unsure === 1))
    return { settled: 0, next: { messages, to: [...lineUserIds.values()] } }
  return ended(await ifOwned(db, request, trx => settleAll(trx, request, dropped(why, now, row.unsure))))
}

/** Leaves out undone decisions: one may have been undone since an attempt whose outcome is unknown. */
async function composeCurrent(db: Db, members: readonly Message[], liffId: string) {
  const [first, ...others] = await currentOf(db, members)
  return first === undefined ? null : composeDigest(db, [first, ...others], liffId)
}

type Stored = { readonly claimed: Claimed; readonly content: string }

async function composeMulticast(
  { db, clock }: Deps,
  { liffId, channelSecret }: Messaging,
  { claimed, content }: Stored,
): Promise<Stage<Composed>> {
  const { before, request, members, lineUserIds } = claimed
  const now = clock.now()
  const composing = { liffId, now, hasWebhook: channelSecret != null }
  const outdated: string[] = []
  if (before.row.unsure === 1)
    for (const row of members)
      if (!(await isCurrent(db, row, composing, content))) outdated.push(row.customer_id)
  const to = [...lineUserIds].flatMap(([id, lineUserId]) => (outdated.includes(id) ? [] : [lineUserId]))
  const settled = await ifOwned(db, request, async trx => {
    if (outdated.length > 0) await leaveOut(trx, request, outdated, dropped('out of date', now, 1))
    if (to.length === 0) await deleteMulticast(trx, request)
    return outdated.length
  })
  const messages = JSON.parse(content) as readonly LineMessage[]
  return { settled, next: to.length === 0 ? null : { messages, to } }
}

const dropped = (reason: string | null, settled_at: number, unsure: number) =>
  ({ state: 'dropped', reason, settled_at, unsure }) as const
