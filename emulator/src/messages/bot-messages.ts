import * as v from 'valibot'
import { actionUri, content, INVALID, message, numeric } from './fields.ts'

const emoji = { productId: message.text(50), emojiId: message.text(50) }

export const emojis = v.nullish(message.list(message.object({ index: numeric, ...emoji }), 1, 20))

export const quoteToken = v.nullish(message.text(500))

const mentionee = v.variant(
  'type',
  [
    message.object({ type: v.literal('user'), userId: message.text(33) }),
    message.object({ type: v.literal('all') }),
  ],
  message.refusal,
)

const substitution = v.variant(
  'type',
  [
    message.object({ type: v.literal('emoji'), ...emoji }),
    message.object({ type: v.literal('mention'), mentionee }),
  ],
  message.refusal,
)

const area = message.object({ x: numeric, y: numeric, width: numeric, height: numeric })
const label = v.nullish(message.text(100))

const imagemapAction = v.variant(
  'type',
  [
    message.object({ type: v.literal('uri'), label, linkUri: actionUri, area }),
    message.object({ type: v.literal('message'), label, text: message.text(400), area }),
    message.object({ type: v.literal('clipboard'), label, clipboardText: message.text(1000), area }),
  ],
  message.refusal,
)

const imagemapVideo = message.object({
  originalContentUrl: message.httpsUrl,
  previewImageUrl: message.httpsUrl,
  area,
  externalLink: v.nullish(message.object({ linkUri: actionUri, label: message.text(30) })),
})

export const botMessages = <Common extends v.ObjectEntries>(common: Common) =>
  [
    message.object({
      ...common,
      type: v.literal('textV2'),
      text: message.text(5000, value => value.length),
      substitution: v.nullish(v.record(v.string(), substitution)),
      quoteToken,
    }),
    message.object({
      ...common,
      type: v.literal('imagemap'),
      baseUrl: message.httpsUrl,
      altText: message.text(1500),
      baseSize: message.object({ width: v.literal(1040, 'Must be 1040'), height: numeric }),
      video: v.nullish(imagemapVideo),
      actions: content.list(imagemapAction, 0, 50),
    }),
    message.object({
      ...common,
      type: v.literal('coupon'),
      couponId: message.text(100),
      deliveryTag: v.nullish(v.pipe(message.text(30), v.regex(/^[a-zA-Z0-9_]*$/, INVALID))),
    }),
  ] as const
