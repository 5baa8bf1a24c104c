import type { LuckyPrize, PrizeSent, Reward } from '#contract/schema/reward.ts'
import { momentOf } from '#contract/time.ts'

export type RewardItem = Reward['items'][number]

/** A customer's result of the draw, as the screens show it. Times are in milliseconds since 1970. */
export type DrawResult =
  /** The customer has no entries, and none of the customer's receipts can still become one. */
  | { readonly kind: 'none' }
  /** Not announced yet. `announceAt` is the announced time, which can have passed. */
  | { readonly kind: 'waiting'; readonly announceAt: number | null }
  /** `confirmBy` is in the future, or null without a deadline. */
  | { readonly kind: 'won'; readonly prize: LuckyPrize | null; readonly confirmBy: number | null }
  /** `delivery` is null before the prize is sent or handed over. `over` is true once the concert is over. */
  | {
      readonly kind: 'confirmed'
      readonly prize: LuckyPrize | null
      readonly delivery: PrizeSent | null
      readonly over: boolean
    }
  | { readonly kind: 'declined' }
  /** The customer won, but did not confirm before the deadline. */
  | { readonly kind: 'expired' }
  /** `confirmBy` is the winners' deadline. */
  | { readonly kind: 'reserve'; readonly confirmBy: number | null }
  /** `consolation` is a reward for those who have not won, or null. */
  | { readonly kind: 'lost'; readonly consolation: RewardItem | null }

const toMs = (at: string | null): number | null => (at === null ? null : momentOf(at))

/** Returns the result of a customer at the time `now` of the server's clock. `reward` is null without a reward object. */
export function drawResult(reward: Reward | null, now: number): DrawResult {
  if (reward === null) return { kind: 'none' }
  const { luckyDraw: draw, rights, items } = reward
  const confirmBy = toMs(draw.confirmBy)
  switch (draw.state) {
    case 'entered':
      return { kind: 'waiting', announceAt: toMs(draw.announceAt) }
    case 'won':
      // The server says `expired` from then on, but the phone may not have loaded that yet.
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

/** True once the concert is over: the reward with which staff at the door let winners in has then closed. */
function isOver(prize: LuckyPrize | null, items: readonly RewardItem[], now: number): boolean {
  if (prize !== null && prize.delivery !== 'seat') return false
  const closesAt = toMs(items.find(item => item.rewardType === 'concert')?.closesAt ?? null)
  return closesAt !== null && now >= closesAt
}

/** True once the draw has been announced to this customer. */
export const isAnnounced = ({ kind }: DrawResult): boolean => kind !== 'none' && kind !== 'waiting'

/** True if the customer has confirmed a prize that is sent to the stored address. */
export const willShip = (reward: Reward | null): boolean =>
  reward?.luckyDraw.state === 'confirmed' && reward.luckyDraw.prize?.delivery === 'shipped'
