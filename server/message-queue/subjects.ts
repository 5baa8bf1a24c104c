import type { Tables } from '#server/store/tables.ts'

export const decisionSubject = ({ id, version }: Pick<Tables['receipt'], 'id' | 'version'>): string =>
  `${id}:${version}`

/** The subject contains the deadline (milliseconds), so that a new message is sent if the deadline is moved. */
export const deadlineSubject = (drawId: string, confirmBy: number): string => `${drawId}:${confirmBy}`

export const couponSubject = (rewardType: string, closesAt: number): string => `${rewardType}:${closesAt}`
