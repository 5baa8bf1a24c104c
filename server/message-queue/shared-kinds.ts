import type { MessageKind } from '#contract/message-groups.ts'

/**
 * Kinds with mostly identical content, sent as multicasts in this order. `won` is not included, because its button can
 * contain the winner's ticket.
 */
export const sharedKinds = [
  'reserve',
  'not-won',
  'coupon-expiring',
  'campaign-closing',
] as const satisfies readonly MessageKind[]

export const isShared = (kind: MessageKind): boolean => sharedKinds.some(one => one === kind)
