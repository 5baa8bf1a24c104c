import { setTimeout as delay } from 'node:timers/promises'
import type { Actions } from '../control/actions.ts'
import { newUser } from '../control/user-actions.ts'
import { EXAM_TIMEOUT_MS } from '../limits.ts'
import { botUserId } from '../platform/account.ts'
import type { RequestLog } from '../platform/log.ts'
import { type Delivery, deliverBody, signatureOf, webhookBody } from '../platform/webhook/deliver.ts'
import { eventsFor } from '../platform/webhook/events.ts'
import { loggedDelivery } from '../platform/webhook/log-webhook.ts'
import type { Friendship } from '../scenario/schema.ts'
import type { Line } from '../world/line.ts'
import { withoutToken } from '../world/token-map.ts'
import type { WebhookEvent } from '../world/webhook.ts'
import { type BotCall, recordCalls } from './bot-calls.ts'
import type { CheckResult, ExamWebhook } from './report.ts'

export type ExamParts = { readonly line: Line; readonly log: RequestLog; readonly actions: Actions }

export type ExamOptions = {
  readonly url: string
  readonly say: string
  readonly postback: string
}

/** How long the exam waits for an expected call. */
export const PATIENCE_MS = 3_000
/** The exam waits this long for another call of a bot that makes its calls before it answers webhooks. */
const QUIET_MS = 100
/** The minimum for a bot that makes its calls after it has answered webhooks. */
const LATER_QUIET_MS = 500

type Variant = {
  readonly signature?: 'wrong' | 'missing'
  readonly write?: (webhook: object) => string
}

export type ExamDelivery = Delivery & { readonly ms: number }
export type ExamSession = ReturnType<typeof startSession>

type Timed<T> = T & { readonly at: number }

function eventCollector(line: Line) {
  return (act: () => void): readonly WebhookEvent[] => {
    const collected: WebhookEvent[] = []
    let before = line.world()
    const stop = line.subscribe((world, event) => {
      const previous = before
      before = world
      const { events, change } = eventsFor(line, previous, event)
      if (events.length === 0) return
      collected.push(...events)
      line.dispatch({ type: 'bot-changed', change })
    })
    act()
    stop()
    return collected
  }
}

function createSender({ line, log }: ExamParts, { url }: ExamOptions) {
  const webhooks: Timed<ExamWebhook>[] = []
  const refused = new Set<ExamWebhook | undefined>()
  let endedAt = performance.now()

  async function send(events: readonly object[], { signature, write }: Variant = {}): Promise<ExamDelivery> {
    const { scenario } = line.world()
    const body = (write ?? webhookBody)({ destination: botUserId(scenario), events })
    const { channelSecret } = scenario.messaging
    const signed = signatureOf(body, signature === 'wrong' ? `not-${channelSecret}` : channelSecret)
    const given = signature === 'missing' ? null : signed
    const startedAt = performance.now()
    const outcome = await loggedDelivery(log, url, body, () => deliverBody(url, body, given, EXAM_TIMEOUT_MS))
    endedAt = performance.now()
    const types = events.map(event => ('type' in event ? String(event.type) : ''))
    const entry = {
      kind: 'webhook',
      events: types,
      status: outcome.statusCode,
      ms: Math.round(outcome.ms),
    } as const
    const sent = { ...entry, at: startedAt }
    webhooks.push(sent)
    if (/\bECONNREFUSED\b/.test(outcome.detail)) refused.add(sent)
    return outcome
  }

  return { send, webhooks, refused, endedAt: () => endedAt }
}

/** Starts examining the bot at a URL. The emulated LINE's own webhooks must be off. */
export function startSession({ line, log, actions }: ExamParts, options: ExamOptions) {
  const chatOf = new Map<string, string>()
  const ownerOf = new Map<string, number>()
  const calls = recordCalls(log, chatOf)
  const { send, webhooks, refused, endedAt } = createSender({ line, log, actions }, options)
  const collect = eventCollector(line)
  let check = 0
  let firstCall = 0
  let firstWebhook = 0
  let quietMs = LATER_QUIET_MS

  function emit(act: () => void): readonly WebhookEvent[] {
    const events = collect(act)
    for (const { replyToken, source } of events) {
      const { groupId, roomId, userId } = Object(source) as Readonly<Record<string, string>>
      const chat = groupId ?? roomId ?? userId
      if (typeof replyToken === 'string' && chat !== undefined) chatOf.set(replyToken, chat)
    }
    return events
  }

  function own(chat: string): string {
    ownerOf.set(chat, check)
    return chat
  }

  function user(state: Friendship = 'friend'): string {
    const userId = own(`U${Buffer.from(line.secret(16), 'base64url').toString('hex')}`)
    line.dispatch({ type: 'user-added', user: newUser(userId, `Exam ${check}`) })
    line.dispatch({ type: 'friendship-changed', userId, state })
    return userId
  }

  /** Resolves to `done()` once it is true, or once nothing has happened for `withinMs`. */
  async function until(done: () => boolean, withinMs: number): Promise<boolean> {
    while (!done() && performance.now() - Math.max(endedAt(), calls.lastAt()) < withinMs) await delay(5)
    return done()
  }

  /** Calls since the check began, except for late calls from earlier checks. */
  const callsNow = (): readonly BotCall[] =>
    calls.all
      .slice(firstCall)
      .filter(({ chats }) => chats.every(chat => (ownerOf.get(chat) ?? check) === check))

  return {
    options,
    control: actions,
    emit,
    own,
    user,
    send,
    until,
    calls: callsNow,
    webhooks: (): readonly ExamWebhook[] => webhooks,
    quiet: () => until(() => false, quietMs),
    /** Adapts the quiet time to the delay between a webhook and the bot's latest call. */
    measure(): void {
      const later = calls.lastAt() - endedAt()
      quietMs = later <= 0 ? QUIET_MS : Math.min(Math.max(LATER_QUIET_MS, 4 * later), PATIENCE_MS)
    },
    text: (userId: string, text = options.say): readonly WebhookEvent[] =>
      emit(() => actions.chat({ userId, text })),
    /** Invalidates the events' reply tokens, as if the bot had replied too late. */
    expire(events: readonly WebhookEvent[]): readonly WebhookEvent[] {
      const { replyTokens } = line.world().bot
      const tokens = events.map(({ replyToken }) => String(replyToken))
      const left = tokens.reduce((map, token) => withoutToken(map, token), replyTokens)
      line.dispatch({ type: 'bot-changed', change: { replyTokens: left } })
      return events.map(event => ({ ...event, timestamp: Number(event.timestamp) - 90_000 }))
    },
    /** Starts the next check. Late calls for earlier checks' chats are ignored. */
    begin(): void {
      check += 1
      firstCall = calls.all.length
      firstWebhook = webhooks.length
    },
    isGone: () => refused.has(webhooks[firstWebhook]),
    happened(): CheckResult['happened'] {
      const made = callsNow().map(({ replyToken: _, chats: __, ...call }) => call)
      return [...made, ...webhooks.slice(firstWebhook)]
        .sort((a, b) => a.at - b.at)
        .map(({ at: _, ...entry }) => entry)
    },
    stop: calls.stop,
  }
}
