export type WebhookEvent = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly webhookEventId: string
  readonly deliveryContext: { readonly isRedelivery: boolean }
}

type WebhookOutcome = {
  /** HTTP status from the bot's server; 0 if there was no response. */
  readonly statusCode: number
  /** For example `OK` or `REQUEST_TIMEOUT`. */
  readonly reason: string
  readonly detail: string
}

type WebhookAttempt = WebhookOutcome & {
  readonly at: number
  readonly isRedelivery: boolean
}

/** `timestamp` is in ISO 8601. */
export type WebhookTest = WebhookOutcome & { readonly success: boolean; readonly timestamp: string }

export type SentWebhook = {
  /** The `webhookEventId` of the first event. */
  readonly id: string
  readonly url: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly events: readonly WebhookEvent[]
  /** Oldest first. */
  readonly attempts: readonly WebhookAttempt[]
}
