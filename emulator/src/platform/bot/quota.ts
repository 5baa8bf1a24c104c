import { dayOf, recipientsInMonth, type SentVia, sentOn, unitsInMonth } from '../../world/ledger.ts'
import { pageOf } from '../account.ts'
import { dateOf } from './insight-period.ts'
import { type BotAnswer, type BotCall, invalidParameter, type Operation } from './operation.ts'

/** Null if the plan has no limit. */
export function remainingQuota(call: BotCall): number | null {
  const { monthlyLimit } = call.scenario.messaging
  return monthlyLimit === null
    ? null
    : Math.max(0, monthlyLimit - recipientsInMonth(call.bot.ledger, call.now))
}

function quota({ scenario }: BotCall): BotAnswer {
  const { monthlyLimit } = scenario.messaging
  return {
    status: 200,
    body: monthlyLimit === null ? { type: 'none' } : { type: 'limited', value: monthlyLimit },
  }
}

/** The first day for which LINE has counts. */
const FIRST_DAY = '20180331'

/** LINE publishes the count for a day on the following day. */
function deliveries(via: SentVia) {
  return ({ bot, query, now }: BotCall): BotAnswer => {
    const date = query.get('date') ?? ''
    if (dateOf(date) === null) return invalidParameter('date')
    if (date < FIRST_DAY) return { status: 200, body: { status: 'out_of_service' } }
    if (date >= dayOf(now)) return { status: 200, body: { status: 'unready' } }
    return { status: 200, body: { status: 'ready', success: sentOn(bot.ledger, date, via).messages } }
  }
}

const unitsOf = ({ bot, now }: BotCall): readonly string[] => unitsInMonth(bot.ledger, now)

const MAX_LISTED_UNITS = 100

function unitList(call: BotCall): BotAnswer {
  const limit = Number(call.query.get('limit') ?? MAX_LISTED_UNITS)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED_UNITS) return invalidParameter('limit')
  const page = pageOf(unitsOf(call), call.query.get('start'), limit)
  if (page === null) return invalidParameter('start')
  const { items, ...next } = page
  return { status: 200, body: { customAggregationUnits: items, ...next } }
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
    handle: ({ bot, now }) => ({ status: 200, body: { totalUsage: recipientsInMonth(bot.ledger, now) } }),
  },
  ...(['reply', 'push', 'multicast', 'broadcast', 'pnp'] as const).map(delivery),
  {
    method: 'GET',
    path: '/v2/bot/message/aggregation/info',
    handle: call => ({ status: 200, body: { numOfCustomAggregationUnits: unitsOf(call).length } }),
  },
  { method: 'GET', path: '/v2/bot/message/aggregation/list', handle: unitList },
]
