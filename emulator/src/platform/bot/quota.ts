import type { Sending, SentVia } from '../../world/bot-state.ts'
import { type BotAnswer, type BotCall, invalidParameter, type Operation } from './operation.ts'

const JAPAN_MS = 9 * 60 * 60 * 1000
/** Returns the date of a time in Japan as `yyyyMMdd`. LINE counts messages by Japanese days. */
export const dayOf = (at: number): string =>
  new Date(at + JAPAN_MS).toISOString().slice(0, 10).replaceAll('-', '')
/** The start of the month in Japan that contains a time, in ms since 1970. */
function startOfMonth(at: number): number {
  const there = new Date(at + JAPAN_MS)
  return Date.UTC(there.getUTCFullYear(), there.getUTCMonth()) - JAPAN_MS
}

/** Number of recipients of this month's messages. Replies are free, and only delivered messages count. */
function consumption({ bot, now }: BotCall): number {
  const start = startOfMonth(now)
  const counted = bot.sendings.filter(({ via, at }) => via !== 'reply' && at >= start)
  return counted.reduce((sum, { delivered }) => sum + delivered.length, 0)
}

/** Returns how many messages the account may still send this month; null if the plan has no limit. */
export function remainingQuota(call: BotCall): number | null {
  const { monthlyLimit } = call.scenario.messaging
  return monthlyLimit === null ? null : Math.max(0, monthlyLimit - consumption(call))
}

/** GET /v2/bot/message/quota */
function quota({ scenario }: BotCall): BotAnswer {
  const { monthlyLimit } = scenario.messaging
  return {
    status: 200,
    body: monthlyLimit === null ? { type: 'none' } : { type: 'limited', value: monthlyLimit },
  }
}

/** First day for which LINE counted messages. */
const FIRST_DAY = '20180331'

/** GET /v2/bot/message/delivery/{via}: the number of messages of one day. The count of a day is ready on the next one. */
function deliveries(via: SentVia) {
  return ({ bot, query, now }: BotCall): BotAnswer => {
    const date = query.get('date') ?? ''
    if (!/^\d{8}$/.test(date)) return invalidParameter('date')
    if (date < FIRST_DAY) return { status: 200, body: { status: 'out_of_service' } }
    if (date >= dayOf(now)) return { status: 200, body: { status: 'unready' } }
    const sendings = bot.sendings.filter(sending => sending.via === via && dayOf(sending.at) === date)
    return { status: 200, body: { status: 'ready', success: sendings.reduce(countMessages, 0) } }
  }
}

export const countMessages = (sum: number, { delivered, messages }: Sending): number =>
  sum + delivered.length * messages.length

/** Names of this month's aggregation units. */
function unitsOf({ bot, now }: BotCall): readonly string[] {
  const start = startOfMonth(now)
  const recent = bot.sendings.filter(({ at }) => at >= start)
  return [...new Set(recent.flatMap(({ units }) => units))]
}

const delivery = (via: SentVia): Operation => ({
  method: 'GET',
  path: `/v2/bot/message/delivery/${via}`,
  handle: deliveries(via),
})

export const QUOTA_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: '/v2/bot/message/quota', handle: quota },
  {
    method: 'GET',
    path: '/v2/bot/message/quota/consumption',
    handle: call => ({ status: 200, body: { totalUsage: consumption(call) } }),
  },
  ...(['reply', 'push', 'multicast', 'broadcast', 'pnp'] as const).map(delivery),
  {
    method: 'GET',
    path: '/v2/bot/message/aggregation/info',
    handle: call => ({ status: 200, body: { numOfCustomAggregationUnits: unitsOf(call).length } }),
  },
  {
    method: 'GET',
    path: '/v2/bot/message/aggregation/list',
    handle: call => ({ status: 200, body: { customAggregationUnits: unitsOf(call) } }),
  },
]
