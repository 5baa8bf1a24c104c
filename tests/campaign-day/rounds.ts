import { DAY_MS } from '#contract/time.ts'
import type { Backend } from './backend.ts'
import type { Store } from './store.ts'
import type { Time } from './time.ts'

type World = {
  readonly time: Time
  readonly store: Store
  readonly backends: readonly Backend[]
}

/** How often the servers poll for work in production, in milliseconds. */
const POLL_MS = 5000
/** After a wait of this many milliseconds without a round, a round runs even if nothing seems to be due. */
const IDLE_MS = DAY_MS

/**
 * A query for the time at which the next round will find work, by table. A round also finds work that no table
 * predicts: it reminds winners and holders of a coupon at times that depend on the rules.
 */
const DUE = `
  with channel as (select coalesce(paused_until, 0) as paused_until from message_channel)
  select min(at) as at from (
    select not_before as at from outgoing where kind <> 'deauthorize'
    union all select max(not_before, paused_until) from message, channel
      where state = 'waiting' and digest_lead is null and multicast_id is null
    union all select max(not_before, paused_until) from message_multicast, channel
    union all select not_before from line_webhook_event where state in ('waiting', 'replying')
    union all select max(due_at, iif(kind = 'results', announced_at, 0)) from mailing, campaign where state = 'running'
    union all select created_at from receipt where status = 'pending' and risk_version <> version
    union all select closes_at - 2 * $day from reward_kind where closes_at - 2 * $day > $now
    union all select opens_at from reward_kind where opens_at > $now
    union all select coalesce(reward.confirm_by, campaign.confirm_by) - $day as at from reward, campaign
      where draw_state = 'won' and at > $now
  ) where at > $after`

/**
 * Advances the clock. Both servers work whenever something is due, and at the end of a long time in which nothing was.
 */
export async function passTime({ time, store, backends }: World, ms: number): Promise<void> {
  const end = time.now() + ms
  const work = () => time.until(Promise.all(backends.map(backend => backend.work())))
  /** The time of the last due work that the servers left undone, for example because messages are switched off. */
  let undone = Number.NEGATIVE_INFINITY
  const nextDue = () => {
    const [row] = store.rows<{ at: number | null }>(DUE, { day: DAY_MS, now: time.now(), after: undone })
    return row?.at ?? Number.POSITIVE_INFINITY
  }
  let workedAt = time.now()
  for (let due = nextDue(); Math.max(due, time.now() + POLL_MS) <= end; due = nextDue()) {
    await time.pass(Math.max(due - time.now(), POLL_MS))
    await work()
    workedAt = time.now()
    if (nextDue() === due) undone = due
  }
  await time.pass(end - time.now())
  if (end - workedAt >= IDLE_MS) await work()
}
