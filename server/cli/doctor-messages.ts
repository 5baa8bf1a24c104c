import { bangkokTime } from '#server/bangkok-time.ts'
import { messageCounts } from '#server/message-queue/counts.ts'
import type { Check } from './checks.ts'
import type { Context } from './verb.ts'

const reasons = {
  token:
    'LINE refuses the channel access token; set a new LINE_MESSAGING_ACCESS_TOKEN and restart the server',
  limit: 'LINE refuses more messages (rate or monthly quota)',
  outage: 'LINE does not answer',
} as const

/** Warns if LINE messages are paused, or if some have failed for good. */
export async function messageCheck({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Check> {
  const { channel, waiting, dead } = await messageCounts(db)
  const counted = `${waiting} waiting, ${dead} failed`
  if (!channel && waiting + dead === 0) return { name: 'LINE messages', level: 'ok', found: 'off' }
  const { paused_until, pause_reason } = channel ?? { paused_until: null, pause_reason: null }
  const isPaused = paused_until !== null && paused_until > now && pause_reason !== null
  const pause = isPaused ? `; paused until ${bangkokTime(paused_until)}: ${reasons[pause_reason]}` : ''
  return {
    name: 'LINE messages',
    level: isPaused || dead > 0 ? 'warn' : 'ok',
    found: `${channel ? '' : 'off, '}${counted}${pause}`,
  }
}
