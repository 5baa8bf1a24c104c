import type { Tables } from '#server/store/tables.ts'

export const decisionSubject = ({ id, version }: Pick<Tables['receipt'], 'id' | 'version'>): string =>
  `${id}:${version}`

/** The subject contains the deadline (milliseconds), so that a new message is sent if the deadline is moved. */
export const deadlineSubject = (drawId: string, confirmBy: number): string => `${drawId}:${confirmBy}`

type Coupon = { readonly rewardType: string; readonly closesAt: number }

export const couponSubject = (coupons: readonly Coupon[]): string =>
  coupons.map(({ rewardType, closesAt }) => `${rewardType}:${closesAt}`).join(',')

export const couponsIn = (subject: string): readonly Coupon[] =>
  subject.split(',').map(part => {
    const [rewardType = '', closesAt = ''] = part.split(':')
    return { rewardType, closesAt: Number(closesAt) }
  })
