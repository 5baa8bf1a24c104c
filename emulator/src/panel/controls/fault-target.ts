import type { WebhookEventType } from '../../webhook-event-types.ts'

export type FaultTarget =
  | { readonly host: string; readonly path: string }
  | { readonly event: WebhookEventType }
