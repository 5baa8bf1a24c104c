import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { audiencePage } from '#server/mailings/audience.ts'
import { beyondQuota, messageLimits } from '#server/mailings/estimate.ts'
import { holdPart } from '#server/mailings/hold.ts'
import { startMailing } from '#server/mailings/start.ts'
import { mailingStatus } from '#server/mailings/status.ts'
import { isPausedAt, readChannel } from '#server/message-queue/channel.ts'
import { sendableFrom } from '#server/messages/sending-rules.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandlers } from '../handler.ts'

/** Throws NO_ANNOUNCEMENT if no announcement time is set, because the messages would reveal the result too early. */
function resultsOf({ draw_id, announced_at }: Campaign) {
  if (draw_id === null || announced_at === null) throw new DrawRefusal('NO_ANNOUNCEMENT')
  return { kind: 'results', subject: draw_id } as const
}

const dueAtOf = ({ announced_at }: Campaign, now: number): number => Math.max(now, announced_at ?? now)

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

  startMailing: async ({ db, now, body, audit }) => {
    const campaign = await readCampaign(db)
    const mailing = resultsOf(campaign)
    const dueAt = dueAtOf(campaign, now)
    const over = beyondQuota({ total: body.counted, ...(await messageLimits(db, dueAt)) })
    if (over > 0 && !body.overQuota) throw new DrawRefusal('OVER_QUOTA', { count: over })
    if (!(await startMailing(db, mailing, dueAt, now))) throw new DrawRefusal('MESSAGES_OFF')
    await audit('desk notify results', { ...mailing, ...body, dueAt })
    return {}
  },

  holdMailing: async ({ db, body, audit }) => {
    const mailing = resultsOf(await readCampaign(db))
    const isStarted = await started(db, mailing.subject)
    if (!isStarted) throw new DeskError('NOT_FOUND')
    const part = await holdPart(db, mailing, body.to)
    await audit(`desk notify ${body.to === 'stopped' ? 'stop' : 'resume'}`, { ...mailing, ...part })
    return part
  },
} satisfies Partial<DeskHandlers>

/** Returns why and until when the messages to customers who did not win are delayed; null if they are being sent. */
function waitOf({ paused_until, pause_reason }: Channel, now: number) {
  if (pause_reason !== null && paused_until !== null && isPausedAt({ paused_until }, now))
    return { why: pause_reason, until: paused_until }
  const from = sendableFrom('not-won', now)
  return from > now ? { why: 'quiet' as const, until: from } : null
}

const started = async (db: Db, subject: string): Promise<boolean> =>
  (await db
    .selectFrom('mailing')
    .select('subject')
    .where('kind', '=', 'results')
    .where('subject', '=', subject)
    .executeTakeFirst()) !== undefined
