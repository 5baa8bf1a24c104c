/** Sent only when requested by the panel or a test. */
const REQUESTED_EVENT_TYPES = ['beacon', 'botSuspended', 'botResumed'] as const

export const WEBHOOK_EVENT_TYPES = [
  ...(['message', 'unsend', 'postback', 'follow', 'unfollow', 'join', 'leave'] as const),
  ...(['memberJoined', 'memberLeft', 'membership', 'accountLink', 'videoPlayComplete'] as const),
  ...(['delivery', 'module', 'activated', 'deactivated'] as const),
  ...REQUESTED_EVENT_TYPES,
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

/**
 * `duplicate` sends a webhook twice, `wrongSignature` signs it with another secret, and `wrongOrder` holds it back
 * until the next webhook has been delivered.
 */
export const WEBHOOK_FAULTS = ['duplicate', 'wrongSignature', 'wrongOrder'] as const
