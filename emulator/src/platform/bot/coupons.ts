import * as v from 'valibot'
import { message, numeric } from '../../messages/fields.ts'
import { ownEntry } from '../../own-entry.ts'
import type { Coupon } from '../../world/bot-state.ts'
import { pageOf } from './account.ts'
import { type BotAnswer, type BotCall, invalidBody, type Operation, refusal } from './operation.ts'

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

const reward = message.object({
  type: v.picklist(['cashBack', 'discount', 'free', 'gift', 'others'], message.refusal),
  priceInfo: v.nullish(
    v.looseObject({ type: v.picklist(['fixed', 'percentage', 'explicit'], message.refusal) }),
  ),
})

const couponSchema = v.pipe(
  message.object({
    acquisitionCondition,
    barcodeImageUrl: v.nullish(message.httpsUrl),
    couponCode: v.nullish(message.text(100)),
    description: v.nullish(message.text(1000)),
    endTimestamp: numeric,
    imageUrl: v.nullish(message.httpsUrl),
    maxUseCountPerTicket: between(-1, 1),
    reward: v.nullish(reward),
    startTimestamp: numeric,
    timezone: v.pipe(message.text(50), v.regex(/^[A-Z0-9_]+$/, 'Invalid timezone')),
    title: message.text(60),
    usageCondition: v.nullish(message.text(100)),
    visibility: v.picklist(['UNLISTED', 'PUBLIC'], message.refusal),
  }),
  v.check(
    ({ startTimestamp, endTimestamp }) => startTimestamp < endTimestamp,
    'endTimestamp is before startTimestamp',
  ),
)

/** POST /v2/bot/coupon */
function create({ bot, body, now, secret }: BotCall): BotAnswer {
  const { success, output, issues } = v.safeParse(couponSchema, body, { abortPipeEarly: true })
  if (!success)
    return invalidBody(
      issues.map(({ message: text, path = [] }) => ({
        message: text,
        property: path.map(({ key }) => key).join('.'),
      })),
    )
  const couponId = secret(12)
  const fields = Object.fromEntries(
    Object.entries(output).filter(([, value]) => value !== null && value !== undefined),
  )
  const coupon: Coupon = { fields, createdAt: now, closed: false }
  return { status: 200, body: { couponId }, change: { coupons: { ...bot.coupons, [couponId]: coupon } } }
}

const statusOf = ({ closed }: Coupon) => (closed ? 'CLOSED' : 'RUNNING')

/** GET /v2/bot/coupon */
function list({ bot, query }: BotCall): BotAnswer {
  const limit = Number(query.get('limit') ?? 20)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return refusal(400, 'Invalid limit')
  const wanted = query.getAll('status').flatMap(value => value.split(','))
  const all = Object.entries(bot.coupons)
    .filter(([, coupon]) => wanted.length === 0 || wanted.includes(statusOf(coupon)))
    .map(([couponId, { fields }]) => ({ couponId, title: fields.title }))
  const page = pageOf(all, query.get('start'), limit)
  return page === null ? refusal(400, 'Invalid start') : { status: 200, body: page }
}

/** Wraps an operation on the coupon in the path: LINE refuses unknown ones. */
function onCoupon(handle: (coupon: Coupon, id: string, call: BotCall) => BotAnswer) {
  return (call: BotCall): BotAnswer => {
    const { couponId = '' } = call.params
    const coupon = ownEntry(call.bot.coupons, couponId)
    return coupon === undefined ? refusal(404, 'Not found') : handle(coupon, couponId, call)
  }
}

/** GET /v2/bot/coupon/{couponId} */
function detail(coupon: Coupon, couponId: string): BotAnswer {
  const own = { couponId, createdTimestamp: coupon.createdAt, maxTicketPerUser: 1, status: statusOf(coupon) }
  return { status: 200, body: { ...coupon.fields, ...own } }
}

/** PUT /v2/bot/coupon/{couponId}/close */
function close(coupon: Coupon, couponId: string, { bot }: BotCall): BotAnswer {
  if (coupon.closed) return refusal(410, 'The coupon is already closed')
  return { status: 200, change: { coupons: { ...bot.coupons, [couponId]: { ...coupon, closed: true } } } }
}

export const COUPON_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: '/v2/bot/coupon', handle: list },
  { method: 'POST', path: '/v2/bot/coupon', takesJson: true, handle: create },
  { method: 'GET', path: '/v2/bot/coupon/:couponId', handle: onCoupon(detail) },
  { method: 'PUT', path: '/v2/bot/coupon/:couponId/close', handle: onCoupon(close) },
]
