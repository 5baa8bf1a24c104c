/** Types of the events that the emulated LINE sends to the bot's server. */
export const WEBHOOK_EVENT_TYPES = [
  ...(['message', 'unsend', 'postback', 'follow', 'unfollow', 'join', 'leave'] as const),
  ...(['memberJoined', 'memberLeft', 'membership', 'accountLink', 'videoPlayComplete'] as const),
  ...(['delivery', 'activated', 'deactivated'] as const),
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]
