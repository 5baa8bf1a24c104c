import * as v from 'valibot'
import { MAX_CONTENT_BYTES } from '../limits.ts'
import { userIdSchema } from '../scenario/schema.ts'

const data = v.pipe(v.string(), v.maxLength(300))

const id = v.pipe(v.string(), v.regex(/^\d{1,20}$/, 'the id of a message'))
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9))
const short = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const base64 = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(Math.ceil(MAX_CONTENT_BYTES / 3) * 4, `at most ${MAX_CONTENT_BYTES} bytes as base64`),
  v.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'bytes as base64'),
)
const mediaType = (kind: string, usual: string) =>
  v.optional(v.pipe(v.string(), v.regex(new RegExp(`^${kind}/[\\w.+-]+$`), `a media type ${kind}/…`)), usual)
const file = (kind: string, usual: string) => ({
  type: v.literal(kind),
  content: base64,
  contentType: mediaType(kind, usual),
})
const preview = v.optional(v.strictObject({ content: base64, contentType: mediaType('image', 'image/jpeg') }))
const place = { index: count, length: count }

/** Files are encoded as base64. */
const userMessage = v.variant('type', [
  v.strictObject({
    type: v.literal('text'),
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(5000)),
    emojis: v.optional(v.array(v.strictObject({ ...place, productId: short, emojiId: short }))),
    mention: v.optional(
      v.strictObject({
        mentionees: v.pipe(
          v.array(
            v.variant('type', [
              v.strictObject({ ...place, type: v.literal('user'), userId: v.optional(userIdSchema) }),
              v.strictObject({ ...place, type: v.literal('all') }),
            ]),
          ),
          v.minLength(1),
          v.maxLength(20),
        ),
      }),
    ),
  }),
  v.strictObject({
    type: v.literal('sticker'),
    packageId: short,
    stickerId: short,
    keywords: v.optional(v.pipe(v.array(short), v.maxLength(15))),
  }),
  v.strictObject({
    type: v.literal('location'),
    title: v.optional(short),
    address: v.optional(short),
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  }),
  v.strictObject({ ...file('image', 'image/jpeg'), type: v.literal('image'), preview }),
  v.strictObject({
    ...file('video', 'video/mp4'),
    type: v.literal('video'),
    duration: v.optional(count),
    preview,
  }),
  v.strictObject({ ...file('audio', 'audio/mp4'), type: v.literal('audio'), duration: v.optional(count) }),
  v.strictObject({ type: v.literal('file'), content: base64, fileName: short }),
])
export type UserMessage = v.InferOutput<typeof userMessage>

/**
 * Body of `POST chat`. It has exactly one action: `text`, `message`, `unsend`, a tap (`postback`, `richMenuSwitch`), a
 * watched video (`videoPlayComplete`), `clear`, or an action counted in LINE's insight statistics (`read`, `click`,
 * `play`, `richMenu`).
 */
export const chatCommand = v.strictObject({
  userId: v.optional(userIdSchema),
  /** Id of a group chat or room. Default: the chat with the account. */
  chatId: v.optional(v.string()),
  /** The message that `text` or `message` quotes. */
  quotedMessageId: v.optional(id),
  message: v.optional(userMessage),
  unsend: v.optional(v.strictObject({ messageId: id })),
  text: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(5000))),
  postback: v.optional(
    v.strictObject({
      data,
      params: v.optional(v.record(v.string(), v.string())),
      displayText: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(300))),
    }),
  ),
  richMenuSwitch: v.optional(v.strictObject({ richMenuAliasId: v.pipe(v.string(), v.maxLength(32)), data })),
  /** The user opens the chat, so all its messages count as displayed. */
  read: v.optional(v.literal(true)),
  /** A tap on a URL in one of the account's messages. */
  click: v.optional(
    v.strictObject({ messageId: id, url: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)) }),
  ),
  /** How much of one of the account's videos or audio files the user has played, in percent. */
  play: v.optional(v.strictObject({ messageId: id, percent: v.picklist([0, 25, 50, 75, 100]) })),
  /** The user sees a rich menu or, if `area` is set, taps the area at this index. */
  richMenu: v.optional(
    v.strictObject({
      richMenuId: v.string(),
      area: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    }),
  ),
  /** The user deletes the history of the chat with the account, as in LINE. The account is not notified. */
  clear: v.optional(v.literal(true)),
  videoPlayComplete: v.optional(v.strictObject({ trackingId: v.pipe(v.string(), v.maxLength(100)) })),
})
export type ChatCommand = v.InferInput<typeof chatCommand>
