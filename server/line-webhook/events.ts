import type { webhook } from '@line/bot-sdk'
import * as v from 'valibot'
import { invalid } from '#server/errors.ts'
import { decodeUtf8 } from '#server/http/parse.ts'
import type { Tables } from '#server/store/tables.ts'

export type LineEvent = Pick<
  Tables['line_webhook_event'],
  'id' | 'kind' | 'at' | 'content' | 'reply_token'
> & {
  readonly line_user_id: string
}

/** Longer texts are not answered automatically, so the rest is not stored. */
const TEXT_MAX = 1000

const userSource = v.object({
  type: v.literal('user'),
  userId: v.pipe(v.string(), v.regex(/^U[0-9a-f]{32}$/)),
})
const common = {
  source: userSource,
  timestamp: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15)),
  webhookEventId: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  mode: v.optional(v.string()),
}
/** PostgreSQL cannot store NUL characters. */
const storable = v.pipe(
  v.string(),
  v.transform(text => text.replaceAll('\0', ' ')),
)
/** LINE omits the token if the event cannot be replied to. */
const replyToken = v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,300}$/)))

const kindOf = <K extends webhook.Event['type']>(kind: K) => v.literal(kind)

const event = v.variant('type', [
  v.object({ ...common, type: kindOf('follow') }),
  v.object({ ...common, type: kindOf('unfollow') }),
  v.object({
    ...common,
    type: kindOf('message'),
    replyToken,
    message: v.object({ type: v.string(), text: v.optional(storable) }),
  }),
  v.object({
    ...common,
    type: kindOf('postback'),
    replyToken,
    postback: v.object({ data: v.pipe(storable, v.maxLength(300)) }),
  }),
])

const webhookBody = v.object({ events: v.array(v.unknown()) })

/**
 * Returns the events in one-to-one chats that concern the campaign. Ignores all others, including future kinds. Throws
 * VALIDATION if the body is not a webhook.
 */
export function eventsIn(body: Uint8Array): LineEvent[] {
  const parsed = v.safeParse(webhookBody, jsonIn(decodeUtf8(body)))
  if (!parsed.success) throw invalid('events', 'type')
  return parsed.output.events.flatMap(given => {
    const known = v.safeParse(event, given)
    return known.success ? eventOf(known.output) : []
  })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('body', 'json')
  }
}

function eventOf(given: v.InferOutput<typeof event>): LineEvent[] {
  const { type: kind, webhookEventId: id, timestamp: at, source } = given
  const base = { id, kind, at, line_user_id: source.userId, content: null, reply_token: null }
  if (given.type === 'follow' || given.type === 'unfollow') return [base]
  // In `standby` mode, another system replies.
  if (given.mode === 'standby') return []
  const reply_token = given.replyToken ?? null
  if (given.type === 'postback') return [{ ...base, reply_token, content: given.postback.data }]
  const { type, text } = given.message
  return [{ ...base, reply_token, content: type === 'text' ? (text ?? '').slice(0, TEXT_MAX) : null }]
}
