import { MAX_EVENT_PAGE, PURCHASE_HISTORY_S } from '../../limits.ts'
import { ownEntry } from '../../own-entry.ts'
import { channelIdOf } from '../../scenario/channel.ts'
import { eventBody } from '../../world/purchases.ts'
import { appOfChannel } from '../../world/selectors.ts'
import { channelTokenOf } from '../access.ts'
import { iapError, iapInvalid, json } from '../responses.ts'
import type { LineCall, Route } from '../route.ts'

/** Returns NaN for any other text. */
const wholeNumber = (text: string | null): number =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN

const cursorOf = (position: number): string => Buffer.from(String(position)).toString('base64url')
const positionOf = (cursor: string | null): number =>
  cursor === null ? 0 : wholeNumber(Buffer.from(cursor, 'base64url').toString())

/** We assume that LINE rejects a `start` that is too old. */
function queryOf({ url, line }: LineCall) {
  const query = url.searchParams
  const start = wholeNumber(query.get('startEpochSeconds'))
  const end = wholeNumber(query.get('endEpochSeconds'))
  const pageSize = wholeNumber(query.get('pageSize'))
  const position = positionOf(query.get('cursor'))
  const status = query.get('status')
  const oldest = Math.floor(line.now() / 1000) - PURCHASE_HISTORY_S
  const rules = [
    ['startEpochSeconds', start >= oldest, 'must be a time within the past 7 days'],
    ['endEpochSeconds', end >= oldest && !(end < start), 'must be a time after startEpochSeconds'],
    ['pageSize', pageSize >= 1 && pageSize <= MAX_EVENT_PAGE, `must be from 1 to ${MAX_EVENT_PAGE}`],
    ['cursor', Number.isInteger(position), 'must be the nextCursor of the previous page'],
    [
      'status',
      status === null || status === 'SUCCESS' || status === 'FAILED',
      "must be 'SUCCESS' or 'FAILED'",
    ],
  ] as const
  const problems = rules
    .filter(([, valid]) => !valid)
    .map(([property, , message]) => ({ message: `'${property}' ${message}`, property }))
  return { start, end, pageSize, position, status, problems }
}

/** LINE does not list refunds yet. */
function events(call: LineCall): Response {
  const { scenario, bot } = call.line.world()
  const token = channelTokenOf(call)
  if (token === null || token.keyId !== undefined)
    return iapError('UNAUTHORIZED', 'invalid channel access token', 401)
  const { channelId } = token
  if ((appOfChannel(scenario, channelId)?.inAppPurchase ?? null) === null)
    return iapError('FORBIDDEN', 'In-app purchase is not approved for this channel', 403)
  const { start, end, pageSize, position, status, problems } = queryOf(call)
  if (problems.length > 0) return iapInvalid(problems)
  const found = bot.purchaseEvents.filter(event => {
    const order = ownEntry(bot.orders, event.orderId)
    const second = Math.floor(event.at / 1000)
    return (
      event.type === 'purchaseComplete' &&
      event.status !== 'pending' &&
      (status === null || event.status === status) &&
      second >= start &&
      second <= end &&
      order !== undefined &&
      channelIdOf(order.liffId) === channelId
    )
  })
  const next = position + pageSize
  return json({
    events: found
      .slice(position, next)
      .map(event => ({ transactionType: 'PRODUCT', event: eventBody(bot, event) })),
    nextCursor: next < found.length ? cursorOf(next) : null,
  })
}

export const PURCHASE_HISTORY_ROUTES: readonly Route[] = [
  { host: 'api.line.me', method: 'GET', path: '/iap/v1/webhook/events', handler: events },
]
