import type { Tables } from '#server/store/tables.ts'

/** Returns the subject of the message about a decision. `decided` is the receipt after the decision. */
export const decisionSubject = ({ id, version }: Pick<Tables['receipt'], 'id' | 'version'>): string =>
  `${id}:${version}`

/** Returns the subject of a message about a deadline (milliseconds), so that another deadline is another message. */
export const deadlineSubject = (drawId: string, confirmBy: number): string => `${drawId}:${confirmBy}`

/** Returns the subject of a message about a coupon's end (milliseconds). */
export const couponSubject = (rewardType: string, closesAt: number): string => `${rewardType}:${closesAt}`
