import { readCampaign } from '#server/campaign/clock.ts'
import { audiencePage } from '#server/mailings/audience.ts'
import { messageLimits } from '#server/mailings/estimate.ts'
import { mailingStatus } from '#server/mailings/status.ts'
import { isPausedAt, readChannel } from '#server/message-queue/channel.ts'
import { sendableFrom } from '#server/messages/sending-rules.ts'
import type { Tables } from '#server/store/tables.ts'
import { dueAtOf, resultsOf } from '../actions/results.ts'
import type { DeskHandlers } from '../handler.ts'

type Channel = Tables['message_channel']

/** Number of pages of customers per call, so that a call takes well under two seconds. */
const PAGES = 10

export const mailingHandlers = {
  resultMailing: async ({ db, now }) => {
    const { announced_at, draw_id } = await readCampaign(db)
    const channel = await readChannel(db)
    const found = (await mailingStatus(db)).find(one => one.kind === 'results' && one.subject === draw_id)
    return {
      isOn: channel !== undefined,
      waits: channel === undefined ? null : waitOf(channel, now),
      announcedAt: announced_at,
      now,
      mailing: found
        ? {
            state: found.state,
            // If the announcement was postponed after the mailing started, the mailing waits for the announcement.
            dueAt: Math.max(found.due_at, announced_at ?? found.due_at),
            enqueued: found.enqueued,
            messages: found.messages,
          }
        : null,
    }
  },

  countMailing: async ({ db, now, query }) => {
    const campaign = await readCampaign(db)
    const mailing = resultsOf(campaign)
    const messages = new Map<string, number>()
    const unreachable = new Map<string, number>()
    let next: string | null = query.after ?? ''
    for (let page = 0; page < PAGES && next !== null; page++) {
      const found: Awaited<ReturnType<typeof audiencePage>> = await audiencePage(db, mailing, next)
      for (const { kind, obstacle } of found.addressees) {
        const [counts, key] = obstacle === null ? [messages, kind] : [unreachable, obstacle]
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      next = found.last
    }
    return {
      messages: Object.fromEntries(messages),
      unreachable: Object.fromEntries(unreachable),
      next,
      ...(await messageLimits(db, dueAtOf(campaign, now))),
    }
  },
} satisfies Partial<DeskHandlers>

/** Returns why and until when the messages to customers who did not win are delayed; null if they are being sent. */
function waitOf({ paused_until, pause_reason }: Channel, now: number) {
  if (pause_reason !== null && paused_until !== null && isPausedAt({ paused_until }, now))
    return { why: pause_reason, until: paused_until }
  const from = sendableFrom('not-won', now)
  return from > now ? { why: 'quiet' as const, until: from } : null
}
