import type { MessageKind } from '#contract/message-groups.ts'

/**
 * Kinds that usually say the same to many customers. They are sent with multicasts, and a kind that is listed first is sent
 * first. `won` is not one of them: its button can name the winner's ticket.
 */
export const sharedKinds = [
  'reserve',
  'not-won',
  'coupon-expiring',
  'campaign-closing',
] as const satisfies readonly MessageKind[]

/** True if messages of this kind are sent with multicasts. */
export const isShared = (kind: MessageKind): boolean => sharedKinds.some(one => one === kind)
