import { ownEntry } from '../../own-entry.ts'
import type { Sending, SentVia } from '../../world/bot-state.ts'
import { friendshipOf } from '../../world/selectors.ts'
import { friendsOf } from './account.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidParameter,
  NOT_FOUND,
  type Operation,
  refusal,
} from './operation.ts'
import { countMessages, dayOf } from './quota.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BAD_REQUEST = refusal(400, 'Bad Request')
/** First days for which LINE counted friends and messages. */
const FIRST_DAY = { followers: '20161101', messages: '20170301' }

/** Returns the start of a day as `yyyyMMdd`, in ms since 1970 by UTC; null if it is not a date. */
function dateOf(text: string | null): number | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  const at = Date.parse(`${year}-${month}-${day}`)
  return Number.isNaN(at) ? null : at
}

/** Wraps an operation on one day. LINE has the numbers of a day on the next one. */
function onDay(firstDay: string, handle: (call: BotCall, day: string) => object) {
  return (call: BotCall): BotAnswer => {
    const day = call.query.get('date')
    if (day === null) return refusal(400, 'date is required')
    if (dateOf(day) === null) return BAD_REQUEST
    if (day < firstDay) return { status: 200, body: { status: 'out_of_service' } }
    if (day >= dayOf(call.now)) return { status: 200, body: { status: 'unready' } }
    return { status: 200, body: { status: 'ready', ...handle(call, day) } }
  }
}

/** GET /v2/bot/insight/followers. The emulator does not record when a user added the account: each day has today's numbers. */
function followers({ scenario }: BotCall) {
  const blocked = scenario.users.filter(({ userId }) => friendshipOf(scenario, userId) === 'blocked')
  const { length: targetedReaches } = friendsOf(scenario)
  return { followers: targetedReaches + blocked.length, targetedReaches, blocks: blocked.length }
}

/** GET /v2/bot/insight/message/delivery */
function deliveries({ bot }: BotCall, day: string) {
  const ofDay = bot.sendings.filter(({ at }) => dayOf(at) === day)
  const count = (via: SentVia) => ofDay.filter(sent => sent.via === via).reduce(countMessages, 0)
  return {
    ...{ broadcast: 0, targeting: 0, autoResponse: 0, welcomeResponse: 0, chat: 0 },
    ...{ apiBroadcast: count('broadcast'), apiPush: count('push'), apiMulticast: count('multicast') },
    ...{ apiNarrowcast: count('narrowcast'), apiReply: count('reply') },
  }
}

/** Returns all URLs that a message's actions open. */
function urlsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) =>
    (key === 'uri' || key === 'linkUri') && /^https?:/.test(String(field)) ? [String(field)] : urlsIn(field),
  )
}

const MEDIA = ['mediaPlayed', 'mediaPlayed25Percent', 'mediaPlayed50Percent', 'mediaPlayed75Percent']
const EACH_MEDIA = [...MEDIA, 'mediaPlayed100Percent']
const unique = (name: string) => `unique${name.charAt(0).toUpperCase()}${name.slice(1)}`
const nulls = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, null]))

/** LINE's overview. It counts users only from 20 on, and the emulator's chat records neither displays nor clicks. */
const OVERVIEW = nulls([
  'uniqueImpression',
  'uniqueClick',
  'uniqueMediaPlayed',
  'uniqueMediaPlayed100Percent',
])

/** Returns the statistics of each bubble and each URL of requests. */
function statisticsOf(sendings: readonly Sending[]) {
  const bubbles = Math.max(0, ...sendings.map(({ messages }) => messages.length))
  const numbers = nulls(['impression', ...EACH_MEDIA, ...EACH_MEDIA.map(unique)])
  const urls = new Map<string, object>()
  for (const { messages } of sendings)
    for (const [at, { message }] of messages.entries())
      for (const url of urlsIn(message))
        urls.set(`${at} ${url}`, {
          ...{ seq: at + 1, url },
          ...nulls(['click', 'uniqueClick', 'uniqueClickOfRequest']),
        })
  return {
    messages: Array.from({ length: bubbles }, (_, at) => ({ seq: at + 1, ...numbers })),
    clicks: [...urls.values()],
  }
}

/** GET /v2/bot/insight/message/event: for a broadcast or narrowcast. */
function messageEvent({ bot, query }: BotCall): BotAnswer {
  const requestId = query.get('requestId')
  if (requestId === null || requestId === '') return invalidParameter('requestId')
  const sending = bot.sendings.find(
    sent => sent.requestId === requestId && (sent.via === 'broadcast' || sent.via === 'narrowcast'),
  )
  if (sending === undefined) return NOT_FOUND
  const timestamp = Math.floor(sending.at / 1000)
  const overview = { requestId, timestamp, delivered: sending.delivered.length, ...OVERVIEW }
  return { status: 200, body: { overview, ...statisticsOf([sending]) } }
}

/** Returns the period of `from` and `to`, or the refusal. */
function periodOf(
  query: URLSearchParams,
  days: number,
): { readonly from: string; readonly to: string } | BotAnswer {
  const [from, to] = [query.get('from'), query.get('to')]
  const [start, end] = [dateOf(from), dateOf(to)]
  if (from === null || start === null || to === null || end === null) return BAD_REQUEST
  if (end < start) return refusal(400, 'Parameter to must be the same date as, or after parameter from.')
  if (end - start > days * DAY_MS) return refusal(400, `Date range exceeds. Max range is ${days} days.`)
  return { from, to }
}

/** GET /v2/bot/insight/message/event/aggregation: for push and multicast messages with an aggregation unit. */
function unitStatistics({ bot, query }: BotCall): BotAnswer {
  const unit = query.get('customAggregationUnit') ?? ''
  if (!/^\w{1,30}$/.test(unit)) return invalidParameter('customAggregationUnit')
  const period = periodOf(query, 30)
  if ('status' in period) return period
  const sendings = bot.sendings.filter(
    ({ at, units }) => units.includes(unit) && dayOf(at) >= period.from && dayOf(at) <= period.to,
  )
  return { status: 200, body: { overview: OVERVIEW, ...statisticsOf(sendings) } }
}

/** GET of a rich menu's statistics. Below LINE's threshold of clicks, the answer only has the menu's id. */
function menuStatistics(days: number) {
  return ({ bot, params, query }: BotCall): BotAnswer => {
    const period = periodOf(query, days)
    if ('status' in period) return period
    const { richMenuId = '' } = params
    return ownEntry(bot.richMenus, richMenuId) === undefined
      ? NOT_FOUND
      : { status: 200, body: { richMenuId } }
  }
}

const path = '/v2/bot/insight'

export const INSIGHT_OPERATIONS: readonly Operation[] = [
  // LINE has no demographics of an account that reaches fewer than 20 friends.
  { method: 'GET', path: `${path}/demographic`, handle: () => ({ status: 200, body: { available: false } }) },
  { method: 'GET', path: `${path}/followers`, handle: onDay(FIRST_DAY.followers, followers) },
  { method: 'GET', path: `${path}/message/delivery`, handle: onDay(FIRST_DAY.messages, deliveries) },
  { method: 'GET', path: `${path}/message/event`, handle: messageEvent },
  { method: 'GET', path: `${path}/message/event/aggregation`, handle: unitStatistics },
  { method: 'GET', path: `${path}/richmenu/:richMenuId/summary`, handle: menuStatistics(396) },
  { method: 'GET', path: `${path}/richmenu/:richMenuId/daily`, handle: menuStatistics(99) },
]
