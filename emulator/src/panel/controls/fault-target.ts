import type { WebhookEventType } from '../../webhook-event-types.ts'

/** Requests to a host, or webhooks with a type of event. */
export type FaultTarget =
  | { readonly host: string; readonly path: string }
  | { readonly event: WebhookEventType }
