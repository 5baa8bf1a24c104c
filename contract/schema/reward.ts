import * as v from 'valibot'
import { dateTime, integer, line, prizeDelivery, uuid } from './common.ts'
import { postalAddress } from './customer.ts'

export const rewardType = v.picklist(
  ['welcome', 'answer', 'receipt', 'gift', 'concert', 'consolation'],
  'rewardType',
)
export type RewardType = v.InferOutput<typeof rewardType>

/** none -> entered -> won | reserve | lost; won -> confirmed | declined | expired. */
export const drawState = v.picklist([
  'none',
  'entered',
  'won',
  'reserve',
  'lost',
  'confirmed',
  'declined',
  'expired',
])
export type DrawState = v.InferOutput<typeof drawState>

/** The concert of a prize with the delivery `seat`. A missing field is unknown, so the app does not show it. */
export const prizeEvent = v.object({
  startsAt: dateTime,
  doorsAt: v.optional(dateTime),
  endsAt: v.optional(dateTime),
  cancelled: v.optional(v.boolean(), false),
  venueTh: v.string(),
  venueEn: v.string(),
  mapUrl: v.optional(v.string()),
  /** The zone, gate or row of this prize's seats. */
  gateTh: v.optional(v.string()),
  gateEn: v.optional(v.string()),
})
export type PrizeEvent = v.InferOutput<typeof prizeEvent>

/** Where and when a prize with the delivery `counter` can be collected. */
export const prizeCounter = v.object({
  placeTh: v.string(),
  placeEn: v.string(),
  hoursTh: v.string(),
  hoursEn: v.string(),
  mapUrl: v.optional(v.string()),
})

/** `key` is the prize's name in `campaign/prizes.ts`. `event` and `counter` are missing if they are unknown. */
const luckyPrize = v.object({
  key: v.string(),
  titleTh: v.string(),
  titleEn: v.string(),
  delivery: prizeDelivery,
  event: v.optional(prizeEvent),
  counter: v.optional(prizeCounter),
})
export type LuckyPrize = v.InferOutput<typeof luckyPrize>

/** Delivery of a confirmed prize, recorded by the organiser. `sentAt` is null for a prize that is not sent. */
const prizeSent = v.object({
  /** Null if the prize was not sent, or after the values were deleted. */
  carrier: v.nullable(v.string()),
  trackingNo: v.nullable(v.string()),
  sentAt: v.nullable(dateTime),
  receivedAt: v.nullable(dateTime),
})
export type PrizeSent = v.InferOutput<typeof prizeSent>

export const rewardPicture = v.picklist(['gift', 'chat', 'can', 'bag', 'ticket'], 'picture')

const rewardItem = v.object({
  rewardType,
  titleTh: v.string(),
  /** The following texts are missing if the organiser has not written them. */
  titleEn: v.optional(v.string()),
  textTh: v.optional(v.string()),
  textEn: v.optional(v.string()),
  conditionsTh: v.optional(v.array(v.string())),
  conditionsEn: v.optional(v.array(v.string())),
  picture: v.optional(rewardPicture),
  state: v.picklist(['locked', 'available', 'used', 'expired', 'outOfStock']),
  opensAt: v.nullable(dateTime),
  closesAt: v.nullable(dateTime),
  usedAt: v.nullable(dateTime),
  code: v.nullable(v.string()),
  needsStaff: v.boolean(),
})

/** A customer's entries (`rights`), draw state and rewards. */
export const reward = v.object({
  id: uuid,
  customerId: uuid,
  rights: v.object({ total: integer, pending: integer, used: integer }),
  luckyDraw: v.object({
    state: drawState,
    drawId: v.nullable(uuid),
    drawAt: v.nullable(dateTime),
    announceAt: v.nullable(dateTime),
    confirmBy: v.nullable(dateTime),
    confirmedAt: v.nullable(dateTime),
    rank: v.nullable(integer),
    /**
     * Null unless `state` is won, confirmed, declined or expired. Missing on servers with only the specification's
     * fields.
     */
    prize: v.optional(v.nullable(luckyPrize), null),
    /** The number of the ticket that was drawn. Missing unless `state` is won or confirmed. */
    ticketNumber: v.optional(v.string()),
    /** Missing unless a confirmed prize was sent or handed over. */
    delivery: v.optional(prizeSent),
  }),
  items: v.array(rewardItem),
  version: integer,
  updatedAt: dateTime,
})
export type Reward = v.InferOutput<typeof reward>

export const useRewardBody = v.strictObject({
  rewardType,
  staffPin: v.optional(v.pipe(v.string(), v.regex(/^\d{4,6}$/, 'staffPin'))),
  storeCode: v.optional(line(1, 200)),
})
export const useRewardAnswer = v.object({ reward, code: v.string(), usedAt: dateTime })

/**
 * A winner's decision. For a shipped prize, `address` is stored as the customer's address in the same transaction. For
 * other prizes, it is ignored.
 */
export const confirmConcertBody = v.strictObject({
  attend: v.optional(v.boolean(), true),
  address: v.optional(postalAddress),
})
export const confirmConcertAnswer = v.object({ confirmed: v.boolean(), confirmedAt: dateTime })

/**
 * The current check-in code is `<prefix>.<step>.<HMAC>`, where `step` is the number of half minutes since 1970. With
 * `signer`, the phone can generate codes offline for a day: `keys[n]` (base64url) signs the steps of hour `hour + n`
 * since 1970. The customer's secret never leaves the server.
 */
export const rewardQr = v.object({
  payload: v.string(),
  expiresAt: dateTime,
  step: integer,
  signer: v.optional(v.object({ prefix: v.string(), hour: integer, keys: v.array(v.string()) })),
})
export type RewardQr = v.InferOutput<typeof rewardQr>
