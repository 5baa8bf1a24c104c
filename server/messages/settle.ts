import { assertNever } from '#contract/assert-never.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { ServerDeps } from '#server/deps.ts'
import { pauseChannel, resumeChannel } from '#server/message-queue/channel.ts'
import { ifOwned } from '#server/store/leased.ts'
import type { Db } from '#server/store/tables.ts'
import type { Attempted } from './attempt.ts'
import type { Claimed } from './claim.ts'
import { readQuota } from './read-quota.ts'
import {
  aboutRequest,
  addMulticast,
  deleteMulticast,
  dissolveMulticast,
  membersOf,
  postponeAll,
  settleAll,
  updateMembers,
} from './request.ts'

type Deps = Pick<ServerDeps, 'db' | 'line' | 'messaging' | 'log' | 'clock' | 'random'>

export async function settleRequest(deps: Deps, claimed: Claimed, outcome: Attempted): Promise<number> {
  const { db, clock, log } = deps
  const { request, before } = claimed
  const about = { ...aboutRequest(request), members: claimed.members.length }
  const end = (state: 'sent' | 'dead', reason: string | null) =>
    ifOwned(db, request, trx =>
      settleAll(trx, request, { state, reason, settled_at: clock.now(), unsure: 0 }),
    )
  const postpone = (reason: string, delay: number, unsure: number) =>
    ifOwned(db, request, async trx => {
      await postponeAll(trx, request, { not_before: clock.now() + delay, reason, unsure })
      return 0
    })
  switch (outcome.kind) {
    case 'accepted': {
      const settled = await end('sent', null)
      await resumeChannel(db, clock.now())
      return settled
    }
    case 'refused':
      log.error({ ...about, reason: outcome.reason }, 'LINE messages given up: LINE refuses them')
      return end('dead', outcome.reason)
    case 'split':
      log.error({ ...about, reason: outcome.reason }, 'LINE refuses one of several messages')
      return ifOwned(db, request, trx => split({ ...deps, db: trx }, claimed))
    case 'not-now': {
      const { why, retryAfterMs, reason } = outcome
      log.error({ ...about, why, reason }, 'LINE messages paused: LINE did not accept the request')
      // The remaining quota limits the size of the next multicasts.
      if (why === 'quota' || (why === 'limit' && request.table === 'message_multicast')) await readQuota(deps)
      const delay = await pauseChannel(db, { reason: why, retryAfterMs }, clock.now())
      // A new token ends the pause, so do not postpone the messages for longer than the pause. LINE rejected this
      // attempt, so only an earlier attempt may have been delivered.
      return postpone(reason, why === 'token' ? 0 : delay, before.row.unsure)
    }
    case 'unsure': {
      log.warn({ ...about, reason: outcome.reason }, 'LINE messages: no answer, will retry with the same key')
      const delay = await pauseChannel(db, { reason: 'outage', retryAfterMs: null }, clock.now())
      return postpone(outcome.reason, delay, 1)
    }
    default:
      return assertNever(outcome)
  }
}

/**
 * Sends the messages of a refused digest separately, and halves a refused multicast until the refused user is the only
 * one, whose message is then pushed. LINE has none of them, so they get new retry keys.
 */
async function split(
  { db, clock, random }: Pick<Deps, 'clock' | 'random'> & { readonly db: Db },
  { request }: Claimed,
) {
  const now = clock.now()
  if (request.table === 'message') {
    const fresh = { unsure: 0, retry_key: null, key_at: null, digest_lead: null, not_before: now }
    await updateMembers(db, request)
      .set({ ...fresh, is_alone: 1 })
      .execute()
    return 0
  }
  const ids = (await membersOf(db, request)).map(row => row.customer_id)
  if (ids.length <= 1) {
    await dissolveMulticast(db, request, { not_before: now, reason: null, is_shared: 0, is_alone: 1 })
    return 0
  }
  const middle = Math.ceil(ids.length / 2)
  for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
    const id = uuidv7(now, random.bytes(16))
    await addMulticast(db, { id, content: request.row.content }, now)
    await updateMembers(db, request)
      .set({ multicast_id: id, unsure: 0 })
      .where('customer_id', 'in', half)
      .execute()
  }
  await deleteMulticast(db, request)
  return 0
}
