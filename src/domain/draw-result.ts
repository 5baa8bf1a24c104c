import type { LuckyPrize, PrizeSent, Reward } from '#contract/schema/reward.ts'
import { momentOf } from '#contract/time.ts'

export type RewardItem = Reward['items'][number]

/** Times are in milliseconds since 1970. */
export type DrawResult =
  /** The customer has no entries, not even pending ones. */
  | { readonly kind: 'none' }
  /** `announceAt` may have passed. */
  | { readonly kind: 'waiting'; readonly announceAt: number | null }
  /** `confirmBy` is in the future, or null if there is no deadline. */
  | { readonly kind: 'won'; readonly prize: LuckyPrize | null; readonly confirmBy: number | null }
  /** `delivery` is null before the prize is sent. `over` is true if the concert has ended. */
  | {
      readonly kind: 'confirmed'
      readonly prize: LuckyPrize | null
      readonly delivery: PrizeSent | null
      readonly over: boolean
    }
  | { readonly kind: 'declined' }
  | { readonly kind: 'expired' }
  /** `confirmBy` is the deadline for the winners to confirm. */
  | { readonly kind: 'reserve'; readonly confirmBy: number | null }
  /** `consolation` is a reward for customers who did not win. */
  | { readonly kind: 'lost'; readonly consolation: RewardItem | null }

const toMs = (at: string | null): number | null => (at === null ? null : momentOf(at))

/** `now` is the server's time. */
export function drawResult(reward: Reward | null, now: number): DrawResult {
  if (reward === null) return { kind: 'none' }
  const { luckyDraw: draw, rights, items } = reward
  const confirmBy = toMs(draw.confirmBy)
  switch (draw.state) {
    case 'entered':
      return { kind: 'waiting', announceAt: toMs(draw.announceAt) }
    case 'won':
      // The phone may not have loaded the `expired` state from the server yet.
      if (confirmBy !== null && now > confirmBy) return { kind: 'expired' }
      return { kind: 'won', prize: draw.prize, confirmBy }
    case 'confirmed':
      return {
        kind: 'confirmed',
        prize: draw.prize,
        delivery: draw.delivery ?? null,
        over: isOver(draw.prize, items, now),
      }
    case 'reserve':
      return { kind: 'reserve', confirmBy }
    case 'lost':
      return { kind: 'lost', consolation: items.find(item => item.rewardType === 'consolation') ?? null }
    case 'declined':
    case 'expired':
      return { kind: draw.state }
    default:
      return rights.pending > 0 ? { kind: 'waiting', announceAt: toMs(draw.announceAt) } : { kind: 'none' }
  }
}

/** True once the concert has ended or, if its end is unknown, once the admission reward has closed. */
function isOver(prize: LuckyPrize | null, items: readonly RewardItem[], now: number): boolean {
  if (prize !== null && prize.delivery !== 'seat') return false
  const { event } = prize ?? {}
  if (event?.cancelled) return false
  if (event?.endsAt !== undefined) return now >= momentOf(event.endsAt)
  if (event !== undefined && now < momentOf(event.startsAt)) return false
  const closesAt = toMs(items.find(item => item.rewardType === 'concert')?.closesAt ?? null)
  return closesAt !== null && now >= closesAt
}

export const isAnnounced = ({ kind }: DrawResult): boolean => kind !== 'none' && kind !== 'waiting'

export const willShip = (reward: Reward | null): boolean =>
  reward?.luckyDraw.state === 'confirmed' && reward.luckyDraw.prize?.delivery === 'shipped'
