import { recipientsInMonth, type SentVia, sentOn, unitsInMonth } from '../../world/ledger.ts'
import { onDay } from './insight-period.ts'
import { type BotAnswer, type BotCall, invalidParameter, type Operation, pageAnswer } from './operation.ts'

/** Null if the plan has no limit. */
export function remainingQuota(call: BotCall): number | null {
  const { monthlyLimit } = call.scenario.messaging
  if (monthlyLimit === null) return null
  return Math.max(0, monthlyLimit - recipientsInMonth(call.bot.ledger, call.now))
}

function quota({ scenario }: BotCall): BotAnswer {
  const { monthlyLimit } = scenario.messaging
  const body = monthlyLimit === null ? { type: 'none' } : { type: 'limited', value: monthlyLimit }
  return { status: 200, body }
}

const unitsOf = ({ bot, now }: BotCall): readonly string[] => unitsInMonth(bot.ledger, now)

function unitList(call: BotCall): BotAnswer {
  const wrongStart = invalidParameter('start')
  return pageAnswer(call, unitsOf(call), { name: 'customAggregationUnits', usual: 100, wrongStart })
}

const WRONG_DATE = { missing: invalidParameter('date'), malformed: invalidParameter('date') }

const delivery = (via: SentVia): Operation => ({
  method: 'GET',
  path: `/v2/bot/message/delivery/${via}`,
  handle: onDay(
    '20180331',
    ({ bot }, day) => ({ success: sentOn(bot.ledger, day, via).messages }),
    WRONG_DATE,
  ),
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
