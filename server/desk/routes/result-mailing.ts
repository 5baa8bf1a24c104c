import { readCampaign } from '#server/campaign/clock.ts'
import { mailingStatus } from '#server/mailings/status.ts'
import { isPausedAt, readChannel } from '#server/message-queue/channel.ts'
import { sendableFrom } from '#server/messages/sending-rules.ts'
import type { Tables } from '#server/store/tables.ts'
import type { DeskHandler } from '../handler.ts'

type Channel = Tables['message_channel']

export const handler: DeskHandler<'resultMailing'> = async ({ db, now }) => {
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
}

/** Returns why and until when the messages to customers who did not win are delayed; null if they are being sent. */
function waitOf({ paused_until, pause_reason }: Channel, now: number) {
  if (pause_reason !== null && paused_until !== null && isPausedAt({ paused_until }, now))
    return { why: pause_reason, until: paused_until }
  const from = sendableFrom('not-won', now)
  return from > now ? { why: 'quiet' as const, until: from } : null
}
