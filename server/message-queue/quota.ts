import { HOUR_MS, isoOf } from '#contract/time.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { readChannel } from './channel.ts'

type Channel = Tables['message_channel']

/** Offset of Japan from UTC, in milliseconds. LINE counts messages by Japanese months. */
const JAPAN_MS = 9 * HOUR_MS

/** Returns the month in which LINE counts a message that it accepts at `ms`, such as `2026-11`. */
export const lineMonth = (ms: number): string => isoOf(ms + JAPAN_MS).slice(0, 7)

/** Returns the moment, in milliseconds, from which LINE counts from 0 again. */
export function nextLineMonth(ms: number): number {
  const japan = new Date(ms + JAPAN_MS)
  return Date.UTC(japan.getUTCFullYear(), japan.getUTCMonth() + 1) - JAPAN_MS
}

/** The share of the month's quota from which the organiser is warned. The rule in `docs/deploy/alerts.yml` has it, too. */
const NEARLY = 0.8

/** How much of LINE's quota of this month is used. Times are in milliseconds. */
type QuotaState = {
  /**
   * `used`: LINE has refused a message because of the quota and has accepted none since, or it has counted as many as it
   * accepts. `nearly`: four fifths are counted. `open` also if the account has no limit or LINE has not said yet.
   */
  readonly state: 'open' | 'nearly' | 'used'
  /** Null if the account has no limit, or if LINE has not said it yet. */
  readonly limit: number | null
  /** Messages that LINE has counted in this month; null if LINE has not said it yet. */
  readonly used: number | null
  /** When LINE said so; null if it has not. */
  readonly at: number | null
  /** When the next month begins. */
  readonly resetsAt: number
}

/** Returns the state of the quota at the time `now` (milliseconds). */
function quotaState(channel: Channel, now: number): QuotaState {
  const { quota_limit: limit, quota_used, quota_at: at } = channel
  const isThisMonth = at !== null && lineMonth(at) === lineMonth(now)
  const used = at === null ? null : isThisMonth ? quota_used : 0
  const left = limit === null || used === null ? null : limit - used
  const isUsed = left !== null && left <= 0 ? true : isRefused(channel, now)
  const isNearly = limit !== null && used !== null && used >= limit * NEARLY
  return {
    state: isUsed ? 'used' : isNearly ? 'nearly' : 'open',
    limit,
    used,
    at,
    resetsAt: nextLineMonth(now),
  }
}

/**
 * True if LINE has refused a message because of the current month's quota, and has accepted none since. Numbers with room for
 * more that LINE told after the pause count as a raised limit: while messages wait, each refusal begins a new pause.
 */
const isRefused = ({ pause_reason, paused_until, quota_at }: Channel, now: number): boolean =>
  pause_reason === 'quota' &&
  paused_until !== null &&
  lineMonth(paused_until) >= lineMonth(now) &&
  (quota_at === null || quota_at <= paused_until)

/** Kinds that tell a winner what to do until a deadline, as in `message_urgent_idx`. */
export const winnerKinds = ['won', 'reserve-promoted', 'confirm-deadline'] as const

/** Returns the state of the quota, and how many messages to winners and in all wait; null if messages are off. */
export async function quotaNow(db: Db, now: number) {
  const channel = await readChannel(db)
  if (!channel) return null
  const waiting = () => db.selectFrom('message').where('state', '=', 'waiting')
  return {
    ...quotaState(channel, now),
    waiting: await countOf(waiting()),
    winnersWaiting: await countOf(waiting().where('kind', 'in', [...winnerKinds])),
  }
}
