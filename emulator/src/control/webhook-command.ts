import * as v from 'valibot'
import type { SentWebhook, WebhookTest } from '../world/bot-state.ts'

/** Body of `POST webhook-settings`: the fields to change. A `url` of null removes the URL. */
export const webhookSettings = v.strictObject({
  url: v.optional(v.nullable(v.string())),
  active: v.optional(v.boolean()),
  redelivery: v.optional(v.boolean()),
})
export type WebhookSettings = v.InferInput<typeof webhookSettings>

/** The settings of the account's webhook, and the newest webhooks. */
export type WebhookView = {
  /** Null if no URL is set. */
  readonly url: string | null
  readonly active: boolean
  readonly redelivery: boolean
  /** Oldest first. */
  readonly sent: readonly SentWebhook[]
}

/** The result of a test of the webhook, with the URL that was tested. */
export type VerifiedWebhook = WebhookTest & { readonly url: string }
