import * as v from 'valibot'
import { MAX_MESSAGES } from '../limits.ts'
import type { MessagesProblem } from '../world/state.ts'
import { quickReply } from './action.ts'
import { botMessages, emojis, quoteToken } from './bot-messages.ts'
import { byApi, MESSAGING_API } from './by-api.ts'
import { INVALID, message, numeric } from './fields.ts'
import { flexContainer } from './flex.ts'
import { template } from './template.ts'
import { textIssues } from './text-rules.ts'

export type SentWith = 'sendMessages' | 'shareTargetPicker' | 'messagingApi'

export type CheckedMessages =
  | { readonly ok: true; readonly messages: readonly Readonly<Record<string, unknown>>[] }
  | { readonly ok: false; readonly problem: MessagesProblem }

/** LINE does not document its error message for these fields in LIFF. */
const notInLiff = v.nullish(v.never('is not available in LIFF'))

const common = {
  quickReply: v.nullish(quickReply),
  sender: v.nullish(
    message.object({ name: v.nullish(message.text(20)), iconUrl: v.nullish(message.httpsUrl) }),
  ),
}

const stickerId = v.pipe(message.text(20), v.digits('invalid property'))
const media = { originalContentUrl: message.httpsUrl, previewImageUrl: message.httpsUrl }
const altText = message.text(1500)

/** Identifies a video in the webhook sent after a user has watched it. */
const trackingId = v.nullish(
  v.pipe(message.text(100), v.regex(/^[a-zA-Z0-9\-.=,+*()%$&;:@{}!?<>[\]]*$/, INVALID)),
)

const text = message.object({
  ...common,
  type: v.literal('text'),
  // LINE counts UTF-16 code units here, so most emojis count as two.
  text: message.text(5000, value => value.length),
  emojis: byApi(notInLiff, emojis),
  quoteToken: byApi(notInLiff, quoteToken),
})

const sticker = message.object({
  ...common,
  type: v.literal('sticker'),
  packageId: stickerId,
  stickerId,
  quoteToken: byApi(notInLiff, quoteToken),
})

const others = [
  message.object({ ...common, type: v.literal('image'), ...media }),
  message.object({ ...common, type: v.literal('video'), ...media, trackingId: byApi(notInLiff, trackingId) }),
  message.object({
    ...common,
    type: v.literal('audio'),
    originalContentUrl: message.httpsUrl,
    duration: numeric,
  }),
  message.object({
    ...common,
    type: v.literal('location'),
    title: message.text(100),
    address: message.text(100),
    latitude: numeric,
    longitude: numeric,
  }),
  message.object({ ...common, type: v.literal('template'), altText, template: message.object({}) }),
  message.object({ ...common, type: v.literal('flex'), altText, contents: message.object({}) }),
] as const

const allowed = (types: string) => `Must be one of the following values: [${types}]`

const messageObject = {
  sendMessages: v.variant(
    'type',
    [text, sticker, ...others],
    allowed('text, sticker, image, video, audio, location, template, flex'),
  ),
  // LINE's reference does not list stickers here.
  shareTargetPicker: v.variant(
    'type',
    [text, ...others],
    allowed('text, image, video, audio, location, template, flex'),
  ),
  messagingApi: v.variant(
    'type',
    [text, sticker, ...others, ...botMessages(common)],
    allowed('text, textV2, sticker, image, video, audio, location, imagemap, template, flex, coupon'),
  ),
}

type Found = { readonly message: string; readonly keys: readonly unknown[] }

function issuesOf(schema: v.GenericSchema, value: unknown, sentWith: SentWith): readonly Found[] {
  const lang = sentWith === 'messagingApi' ? { lang: MESSAGING_API } : {}
  const { success, issues, output } = v.safeParse(schema, value, { abortPipeEarly: true, ...lang })
  if (success) return [...listsAsObjects(value, output), ...textIssues(Object(value))]
  return issues.map(({ message: text, path }) => ({
    message: text,
    keys: (path ?? []).map(({ key }) => key),
  }))
}

/** Finds arrays in place of objects. Valibot accepts such arrays as objects without fields. */
function listsAsObjects(input: unknown, output: unknown, keys: readonly unknown[] = []): readonly Found[] {
  if (input === output || typeof input !== 'object' || typeof output !== 'object' || !output) return []
  // Templates and Flex containers are checked separately.
  const isContent = keys.length === 1 && ['contents', 'template'].includes(String(keys[0]))
  if (Array.isArray(input) && !Array.isArray(output)) return isContent ? [] : [{ message: INVALID, keys }]
  return Object.entries(output).flatMap(([key, value]) =>
    listsAsObjects(Reflect.get(input ?? {}, key), value, [
      ...keys,
      Array.isArray(output) ? Number(key) : key,
    ]),
  )
}

/** Formats a path as LINE does in errors for message objects: `messages[0].quickReply.items[1].type`. */
function dotted(at: number, { keys }: Found): string {
  const rest = keys.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  return `messages[${at}]${rest.join('')}`
}

/** Returns the problems in a template or Flex container, with paths that start like LINE's: `template` or `/`. */
function contentDetails(
  one: Readonly<Record<string, unknown>>,
  sentWith: SentWith,
): MessagesProblem['details'] {
  if (one.type === 'template')
    return issuesOf(template, one.template, sentWith).map(issue => ({
      message: issue.message,
      property: ['template', ...issue.keys].join('/'),
    }))
  if (one.type === 'flex')
    return issuesOf(flexContainer, one.contents, sentWith).map(issue => ({
      message: issue.message,
      property: `/${issue.keys.join('/')}`,
    }))
  return []
}

const invalidBody = (details: MessagesProblem['details']): CheckedMessages => ({
  ok: false,
  problem: { message: `The request body has ${details.length} error(s)`, details },
})

/**
 * Checks messages against LINE's references for LIFF and the Messaging API, in the same order as LINE's servers: all
 * message objects first, then each template and Flex container until one is invalid.
 */
export function checkMessages(value: unknown, sentWith: SentWith): CheckedMessages {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_MESSAGES)
    return invalidBody([{ message: `Size must be between 1 and ${MAX_MESSAGES}`, property: 'messages' }])
  const messages: readonly Readonly<Record<string, unknown>>[] = value
  const details = messages.flatMap((one, at) =>
    issuesOf(messageObject[sentWith], one, sentWith).map(issue => ({
      message: issue.message,
      property: dotted(at, issue),
    })),
  )
  if (details.length > 0) return invalidBody(details)
  for (const [at, one] of messages.entries()) {
    const inContent = contentDetails(one, sentWith)
    // LINE's message contains a no-break space.
    const text = `A message (messages[${at}])\u00a0in the request body is invalid`
    if (inContent.length > 0) return { ok: false, problem: { message: text, details: inContent } }
  }
  return { ok: true, messages }
}
