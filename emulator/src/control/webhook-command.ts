import * as v from 'valibot'
import { userIdSchema } from '../scenario/messaging-schema.ts'
import type { SentWebhook, WebhookTest } from '../world/webhook.ts'

/** Body of `POST webhook-settings`. If `url` is null, removes the URL. */
export const webhookSettings = v.strictObject({
  url: v.optional(v.nullable(v.string())),
  active: v.optional(v.boolean()),
  redelivery: v.optional(v.boolean()),
})
export type WebhookSettings = v.InferInput<typeof webhookSettings>

const hexadecimal = (form: RegExp, digits: string) =>
  v.pipe(v.string(), v.regex(form, `${digits} hexadecimal digits`))

/** Body of `POST webhook-event`. LINE sends `botSuspended` and `botResumed` only to a channel attached as a module. */
export const webhookEvent = v.variant('type', [
  v.strictObject({
    type: v.literal('beacon'),
    /** Default: the phone's user. */
    userId: v.optional(userIdSchema),
    beacon: v.strictObject({
      hwid: hexadecimal(/^[0-9a-f]{10}$/i, '10'),
      type: v.picklist(['enter', 'banner', 'stay']),
      dm: v.optional(hexadecimal(/^([0-9a-f]{2}){1,13}$/i, 'an even number of up to 26')),
    }),
  }),
  v.strictObject({ type: v.literal('botSuspended') }),
  v.strictObject({ type: v.literal('botResumed') }),
])
export type WebhookEventCommand = v.InferInput<typeof webhookEvent>

export type WebhookView = {
  /** Null if no URL is set. */
  readonly url: string | null
  readonly active: boolean
  readonly redelivery: boolean
  /** Oldest first. */
  readonly sent: readonly SentWebhook[]
}

export type VerifiedWebhook = WebhookTest & { readonly url: string }
