import { HOUR_MS, isoOf } from '#contract/time.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { readChannel } from './channel.ts'

type Channel = Tables['message_channel']

/** LINE counts messages per calendar month in Japan time. */
const JAPAN_MS = 9 * HOUR_MS

export const lineMonth = (ms: number): string => isoOf(ms + JAPAN_MS).slice(0, 7)

export function nextLineMonth(ms: number): number {
  const japan = new Date(ms + JAPAN_MS)
  return Date.UTC(japan.getUTCFullYear(), japan.getUTCMonth() + 1) - JAPAN_MS
}

/** Share of the monthly quota at which the organiser is warned. Keep in sync with `docs/deploy/alerts.yml`. */
const NEARLY = 0.8

type QuotaState = {
  /**
   * `used`: the quota is exhausted, or LINE rejected the last message because of it. `open`: also if there
   * is no limit or no response yet.
   */
  readonly state: 'open' | 'nearly' | 'used'
  /** Null if there is no limit or LINE has not responded yet. */
  readonly limit: number | null
  readonly used: number | null
  readonly at: number | null
  readonly resetsAt: number
}

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
 * True if LINE rejected a message because of this month's quota and has not accepted one since. Newer numbers suggest a
 * raised limit; if that is wrong, the next rejection starts a new pause.
 */
const isRefused = ({ pause_reason, paused_until, quota_at }: Channel, now: number): boolean =>
  pause_reason === 'quota' &&
  paused_until !== null &&
  lineMonth(paused_until) >= lineMonth(now) &&
  (quota_at === null || quota_at <= paused_until)

/** Kinds of messages with a deadline for the winner. Keep in sync with `message_urgent_idx`. */
export const winnerKinds = ['won', 'reserve-promoted', 'confirm-deadline'] as const

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
