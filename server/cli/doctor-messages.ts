import { bangkokTime } from '#server/bangkok-time.ts'
import { isPausedAt } from '#server/message-queue/channel.ts'
import { eventCounts, messageCounts } from '#server/message-queue/counts.ts'
import type { Check } from './checks.ts'
import type { Context } from './verb.ts'

const reasons = {
  token:
    'LINE refuses the channel access token; set a new LINE_MESSAGING_ACCESS_TOKEN and restart the server',
  limit: 'LINE refuses more messages (rate or monthly quota)',
  outage: 'LINE does not answer',
} as const

/** Warns if LINE messages are paused, if they are off while some wait, or if some have failed for good. */
export async function messageCheck({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Check> {
  const { channel, waiting, dead } = await messageCounts(db)
  const counted = `${waiting} waiting, ${dead} failed`
  if (!channel && waiting + dead === 0) return { name: 'LINE messages', level: 'ok', found: 'off' }
  const { paused_until = null, pause_reason = null } = channel ?? {}
  const isPaused = paused_until !== null && isPausedAt({ paused_until }, now) && pause_reason !== null
  const isStuck = !channel && waiting > 0
  const stuck = isStuck
    ? '; those that wait are dropped after three days: set LINE_MESSAGING_ACCESS_TOKEN and restart the server'
    : ''
  const pause = isPaused ? `; paused until ${bangkokTime(paused_until)}: ${reasons[pause_reason]}` : ''
  return {
    name: 'LINE messages',
    level: isPaused || isStuck || dead > 0 ? 'warn' : 'ok',
    found: `${channel ? '' : 'off, '}${counted}${stuck}${pause}`,
  }
}

/** Warns if events of LINE, such as a pressed button or a question in the chat, have failed for good. */
export async function eventCheck({ db }: Pick<Context, 'db'>): Promise<Check> {
  const { waiting, failed } = await eventCounts(db)
  return failed === 0
    ? { name: 'LINE events', level: 'ok', found: `${waiting} waiting, 0 failed` }
    : {
        name: 'LINE events',
        level: 'warn',
        found: `${waiting} waiting, ${failed} failed in the last 30 days: a customer pressed a button or wrote, and nothing happened. The server's log has the errors ("could not work on an event of LINE")`,
      }
}
