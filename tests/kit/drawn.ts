import type { DrawState, LuckyPrize, PrizeEvent, PrizeSent, Reward } from '#contract/schema/reward.ts'
import { CUSTOMER_ID, NOW, openActivity, someReward } from './fake-data.ts'
import { type FakeState, ready } from './fake-state.ts'

export const at = (ms: number) => new Date(NOW + ms).toISOString()
export const HOUR = 3_600_000
/** One prize for each kind of delivery: `seat`, `shipped` and `counter`. */
export const seat = {
  key: 'concert',
  titleTh: 'บัตรคอนเสิร์ต 2 ที่นั่ง',
  titleEn: 'Two concert tickets',
  delivery: 'seat',
} as const
/** A prize's concert with every detail that an organiser can set. */
export const event: PrizeEvent = {
  startsAt: '2026-11-28T12:00:00.000Z',
  doorsAt: '2026-11-28T10:00:00.000Z',
  endsAt: '2026-11-28T15:00:00.000Z',
  cancelled: false,
  venueTh: 'ลานคอนเสิร์ต',
  venueEn: 'Arena',
  mapUrl: 'https://maps.example.com/arena',
  gateTh: 'โซน A',
  gateEn: 'Zone A',
}
export const concert: LuckyPrize = { ...seat, event }
export const shipped = {
  key: 'case',
  titleTh: 'ฟองฟูยกลัง',
  titleEn: 'A case of Fongfu',
  delivery: 'shipped',
} as const
export const counter = {
  key: 'bag',
  titleTh: 'กระเป๋าผ้า',
  titleEn: 'A tote bag',
  delivery: 'counter',
} as const

export const booth: LuckyPrize = {
  ...counter,
  counter: {
    placeTh: 'บูธฟองฟู',
    placeEn: 'Fongfu booth',
    hoursTh: 'ทุกวัน 10–20 น.',
    hoursEn: 'Daily, 10 am to 8 pm',
  },
}

/** A campaign that closed yesterday. */
export const closed = { ...openActivity, endPlatform: true, closesAt: at(-24 * HOUR), announceAt: at(-HOUR) }

type Drawn = Partial<Reward['luckyDraw']>
/** Returns a customer's reward object in the given state of the draw, whose result was announced an hour ago. */
export const rewardOf = (
  state: DrawState,
  more: Drawn = {},
  items: Reward['items'] = someReward.items,
): Reward => ({
  ...someReward,
  luckyDraw: {
    ...someReward.luckyDraw,
    state,
    confirmBy: at(24 * HOUR),
    announceAt: closed.announceAt,
    ...more,
  },
  items,
})

/** A parcel on its way. */
export const sentParcel: PrizeSent = {
  carrier: 'ไปรษณีย์ไทย',
  trackingNo: 'EX123456789TH',
  sentAt: '2027-01-20T10:30:00+07:00',
  receivedAt: null,
}
/** A prize that was handed over at a counter. */
export const handedOver: PrizeSent = {
  carrier: null,
  trackingNo: null,
  sentAt: null,
  receivedAt: '2027-01-21T16:45:00+07:00',
}

export const sentReward = (delivery: PrizeSent, prize: LuckyPrize = shipped): Reward =>
  rewardOf('confirmed', { prize, delivery, confirmedAt: '2027-01-17T09:12:00+07:00' })

/** Returns the fake app's state after the end of the campaign, for a known customer. */
export const ended = (reward: Reward | null, more: Partial<FakeState> = {}): Partial<FakeState> => ({
  phase: { kind: 'ended' },
  customerId: CUSTOMER_ID,
  activity: ready(closed),
  reward: ready(reward),
  ...more,
})

export const consolation: Reward['items'][number] = {
  rewardType: 'consolation',
  titleTh: 'ฟองฟู 1 กระป๋อง',
  titleEn: 'a can of Fongfu',
  state: 'available',
  opensAt: null,
  closesAt: null,
  usedAt: null,
  code: null,
  needsStaff: true,
}

export const drawn = (state: Reward['luckyDraw']['state']): Partial<FakeState> => ({
  reward: ready({ ...someReward, luckyDraw: { ...someReward.luckyDraw, state } }),
})
