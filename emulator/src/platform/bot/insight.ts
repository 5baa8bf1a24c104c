import { followersOn } from '../../world/follower-days.ts'
import { dayOf, type SentVia, sentOn } from '../../world/ledger.ts'
import { itemsOf } from '../../world/long-list.ts'
import { campaignOf } from '../../world/sent.ts'
import { demographicsOf } from './demographic-shares.ts'
import { onDay, periodOf } from './insight-period.ts'
import { menuByDay, menuSummary } from './menu-statistics.ts'
import { statisticsOf } from './message-statistics.ts'
import { type BotAnswer, type BotCall, invalidParameter, NOT_FOUND, type Operation } from './operation.ts'

const demographics = (call: BotCall): BotAnswer => ({ status: 200, body: demographicsOf(call) })

const followers = ({ bot, scenario }: BotCall, day: string) => followersOn(bot.followerDays, scenario, day)

function deliveries({ bot }: BotCall, day: string) {
  const count = (via: SentVia) => sentOn(bot.ledger, day, via).messages
  return {
    broadcast: 0,
    targeting: 0,
    autoResponse: 0,
    welcomeResponse: 0,
    chat: 0,
    apiBroadcast: count('broadcast'),
    apiPush: count('push'),
    apiMulticast: count('multicast'),
    apiNarrowcast: count('narrowcast'),
    apiReply: count('reply'),
  }
}

function messageEvent({ bot, query }: BotCall): BotAnswer {
  const requestId = query.get('requestId')
  if (requestId === null || requestId === '') return invalidParameter('requestId')
  const sending = campaignOf(bot, requestId)
  if (sending === undefined) return NOT_FOUND
  const timestamp = Math.floor(sending.at / 1000)
  const { overview, ...statistics } = statisticsOf(bot.reactions, [sending])
  const numbers = { requestId, timestamp, delivered: sending.delivered.length, ...overview }
  return { status: 200, body: { overview: numbers, ...statistics } }
}

function unitStatistics({ bot, query }: BotCall): BotAnswer {
  const unit = query.get('customAggregationUnit') ?? ''
  if (!/^\w{1,30}$/.test(unit)) return invalidParameter('customAggregationUnit')
  const period = periodOf(query, 30)
  if ('status' in period) return period
  const sendings = itemsOf(bot.sendings).filter(
    ({ at, units }) => units.includes(unit) && dayOf(at) >= period.from && dayOf(at) <= period.to,
  )
  return { status: 200, body: statisticsOf(bot.reactions, sendings) }
}

const path = '/v2/bot/insight'

export const INSIGHT_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: `${path}/demographic`, handle: demographics },
  { method: 'GET', path: `${path}/followers`, handle: onDay('20161101', followers) },
  { method: 'GET', path: `${path}/message/delivery`, handle: onDay('20170301', deliveries) },
  { method: 'GET', path: `${path}/message/event`, handle: messageEvent },
  { method: 'GET', path: `${path}/message/event/aggregation`, handle: unitStatistics },
  { method: 'GET', path: `${path}/richmenu/:richMenuId/summary`, handle: menuSummary },
  { method: 'GET', path: `${path}/richmenu/:richMenuId/daily`, handle: menuByDay },
]
