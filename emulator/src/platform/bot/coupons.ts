import * as v from 'valibot'
import { message, numeric } from '../../messages/fields.ts'
import { ownEntry } from '../../own-entry.ts'
import type { Coupon } from '../../world/bot-state.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidIssues,
  type Operation,
  onFound,
  pageAnswer,
} from './operation.ts'

const count = v.pipe(v.number(message.refusal), v.integer('Must be an integer'))
const between = (least: number, most: number) =>
  v.pipe(count, v.minValue(least, `Must be at least ${least}`), v.maxValue(most, `Must be at most ${most}`))

const acquisitionCondition = v.variant(
  'type',
  [
    message.object({ type: v.literal('normal') }),
    message.object({
      type: v.literal('lottery'),
      lotteryProbability: between(1, 99),
      maxAcquireCount: between(-1, 999_999),
    }),
  ],
  message.refusal,
)

const REWARDS = ['discount', 'free', 'gift', 'cashBack', 'others']

const positive = v.pipe(count, v.minValue(1, 'Must be greater than or equal to 1'))
const absent = v.nullish(v.never('Must not be specified'))
const PRICE = { fixedAmount: absent, percentage: absent, originalPrice: absent, priceAfterDiscount: absent }

const fixed = message.object({ ...PRICE, type: v.literal('fixed'), fixedAmount: positive })
const percentage = message.object({ ...PRICE, type: v.literal('percentage'), percentage: between(1, 99) })
const explicit = message.object({
  ...PRICE,
  type: v.literal('explicit'),
  originalPrice: positive,
  priceAfterDiscount: positive,
})

const noPrice = message.object({ type: v.picklist(['free', 'gift', 'others']), priceInfo: absent })

/** Only discounts and cashbacks have a price; only a discount can show the original price crossed out. */
const reward = v.variant(
  'type',
  [
    message.object({
      type: v.literal('discount'),
      priceInfo: v.variant('type', [fixed, percentage, explicit], message.refusal),
    }),
    message.object({
      type: v.literal('cashBack'),
      priceInfo: v.variant('type', [fixed, percentage], message.refusal),
    }),
    noPrice,
  ],
  `Must be one of the following values: [${REWARDS.join(',')}]`,
)

/** From LINE's OpenAPI document. */
const TIMEZONES = [
  'ETC_GMT_MINUS_12',
  'ETC_GMT_MINUS_11',
  'PACIFIC_HONOLULU',
  'AMERICA_ANCHORAGE',
  'AMERICA_LOS_ANGELES',
  'AMERICA_PHOENIX',
  'AMERICA_CHICAGO',
  'AMERICA_NEW_YORK',
  'AMERICA_CARACAS',
  'AMERICA_SANTIAGO',
  'AMERICA_ST_JOHNS',
  'AMERICA_SAO_PAULO',
  'ETC_GMT_MINUS_2',
  'ATLANTIC_CAPE_VERDE',
  'EUROPE_LONDON',
  'EUROPE_PARIS',
  'EUROPE_ISTANBUL',
  'EUROPE_MOSCOW',
  'ASIA_TEHRAN',
  'ASIA_TBILISI',
  'ASIA_KABUL',
  'ASIA_TASHKENT',
  'ASIA_COLOMBO',
  'ASIA_KATHMANDU',
  'ASIA_ALMATY',
  'ASIA_RANGOON',
  'ASIA_BANGKOK',
  'ASIA_TAIPEI',
  'ASIA_TOKYO',
  'AUSTRALIA_DARWIN',
  'AUSTRALIA_SYDNEY',
  'ASIA_VLADIVOSTOK',
  'ETC_GMT_PLUS_12',
  'PACIFIC_TONGATAPU',
]

/** In characters. */
const MAX_TITLE = 60

const couponSchema = v.pipe(
  message.object({
    acquisitionCondition,
    barcodeImageUrl: v.nullish(message.httpsUrl),
    couponCode: v.nullish(message.text(16)),
    description: v.nullish(message.text(1000)),
    endTimestamp: numeric,
    imageUrl: v.nullish(message.httpsUrl),
    maxUseCountPerTicket: v.picklist([-1, 1], 'Must be one of the following values: [-1,1]'),
    reward: v.nullish(reward),
    startTimestamp: numeric,
    timezone: v.picklist(TIMEZONES, 'Invalid timezone'),
    title: v.pipe(
      message.text(1000),
      v.check(title => [...title].length <= MAX_TITLE, `Size must be between 1 and ${MAX_TITLE}`),
    ),
    usageCondition: v.nullish(message.text(100)),
    visibility: v.picklist(['UNLISTED', 'PUBLIC'], message.refusal),
  }),
  v.check(
    ({ startTimestamp, endTimestamp }) => startTimestamp < endTimestamp,
    'endTimestamp is before startTimestamp',
  ),
)

function create({ bot, body, now, secret }: BotCall): BotAnswer {
  const { success, output, issues } = v.safeParse(couponSchema, body, { abortPipeEarly: true })
  if (!success) return invalidIssues(issues)
  if (Number(output.endTimestamp) * 1000 <= now) return invalidField('Must be in the future', 'endTimestamp')
  const couponId = secret(12)
  const fields = Object.fromEntries(
    Object.entries(output).filter(([, value]) => value !== null && value !== undefined),
  )
  const coupon: Coupon = { fields, createdAt: now, closed: false }
  return { status: 200, body: { couponId }, change: { coupons: { ...bot.coupons, [couponId]: coupon } } }
}

const statusOf = ({ closed }: Coupon) => (closed ? 'CLOSED' : 'RUNNING')

const STATUSES = ['DRAFT', 'RUNNING', 'CLOSED']
const MAX_PAGE = 100

function list(call: BotCall): BotAnswer {
  const { query, bot } = call
  const wrongLimit =
    Number(query.get('limit')) > MAX_PAGE
      ? invalidField(`Must be less than or equal to ${MAX_PAGE}`, 'limit')
      : invalidField('Must be greater than or equal to 1', 'limit')
  const wanted = query.getAll('status').flatMap(value => value.split(','))
  if (wanted.some(status => !STATUSES.includes(status)))
    return invalidField(`Must be one of the following values: [${STATUSES.join(',')}]`, 'status')
  const all = Object.entries(bot.coupons)
    .filter(([, coupon]) => wanted.length === 0 || wanted.includes(statusOf(coupon)))
    .map(([couponId, { fields }]) => ({ couponId, title: fields.title }))
  return pageAnswer(call, all, { name: 'items', usual: 20, most: MAX_PAGE, wrongLimit })
}

const COUPON_NOT_FOUND = { ...invalidField('coupon not found', ''), status: 404 }
const COUPON_CLOSED = { ...invalidField('The coupon has already been closed.', ''), status: 410 }

const onCoupon = onFound(({ bot, params }) => ownEntry(bot.coupons, params.couponId ?? ''), COUPON_NOT_FOUND)

function detail(coupon: Coupon, { params: { couponId } }: BotCall): BotAnswer {
  const own = { couponId, createdTimestamp: coupon.createdAt, maxTicketPerUser: 1, status: statusOf(coupon) }
  return { status: 200, body: { ...coupon.fields, ...own } }
}

function close(coupon: Coupon, { bot, params: { couponId = '' } }: BotCall): BotAnswer {
  if (coupon.closed) return COUPON_CLOSED
  return { status: 200, change: { coupons: { ...bot.coupons, [couponId]: { ...coupon, closed: true } } } }
}

export const COUPON_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: '/v2/bot/coupon', handle: list },
  { method: 'POST', path: '/v2/bot/coupon', takesJson: true, handle: create },
  { method: 'GET', path: '/v2/bot/coupon/:couponId', handle: onCoupon(detail) },
  { method: 'PUT', path: '/v2/bot/coupon/:couponId/close', handle: onCoupon(close) },
]
