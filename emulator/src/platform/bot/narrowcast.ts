import { type Fields, fieldsOf, isFields } from '../../fields.ts'
import { NARROWCAST_STEP_MS } from '../../limits.ts'
import type { NarrowcastFailure } from '../../world/bot-state.ts'
import { userOf } from '../../world/selectors.ts'
import { friendsOf } from '../account.ts'
import { demographicFilter } from './demographics.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidProperty,
  type Operation,
  refusal,
} from './operation.ts'
import { remainingQuota } from './quota.ts'
import { NARROWCAST_LIFETIME_MS, narrowcastOf, type Recipients, recipientsIn } from './recipients.ts'
import { accept, retryable, withMessages } from './send.ts'

const LEAST_REACH = 100
/** Minimum number of users in an audience, and of recipients of a narrowcast by attributes or audiences. */
const LEAST_RECIPIENTS = 50

const PARTIAL: NarrowcastFailure = {
  errorCode: 5,
  failedDescription: 'There are more recipients than may be sent to',
}

function typeProblem({ filter, limit }: Fields): BotAnswer | null {
  const isObject = (value: unknown) => (value ?? null) === null || isFields(value)
  if (!isObject(filter)) return invalidProperty('filter')
  if (!isObject(limit)) return invalidProperty('limit')
  const flags = fieldsOf(limit)
  const wrong = ['upToRemainingQuota', 'forbidPartialDelivery'].find(
    name => (flags[name] ?? null) !== null && typeof flags[name] !== 'boolean',
  )
  return wrong === undefined ? null : invalidProperty(`limit.${wrong}`)
}

function limitProblem({ max, upToRemainingQuota, forbidPartialDelivery }: Fields): BotAnswer | null {
  if (max !== undefined && max !== null && !(Number.isInteger(max) && Number(max) >= 1))
    return invalidField('must be greater than or equal to 1', 'limit.max')
  return forbidPartialDelivery === true && upToRemainingQuota !== true
    ? refusal(400, 'The option forbidPartialDelivery must be used with upToRemainingQuota.')
    : null
}

/** Returns the failure for too few recipients, or null. Uploaded audiences have no minimum. */
function reachFailure({ audiences }: Recipients, count: number, hasFilter: boolean) {
  const guarded = audiences.filter(({ type }) => type !== 'UPLOAD')
  if (audiences.length > 1 && guarded.some(({ userIds }) => userIds.length < LEAST_RECIPIENTS))
    return { errorCode: 4, failedDescription: 'An audience has fewer than 50 users' }
  return (hasFilter || guarded.length > 0) && count < LEAST_RECIPIENTS
    ? { errorCode: 2, failedDescription: 'There are not enough recipients' }
    : null
}

const narrowcast = withMessages((call, found) => {
  const limit = fieldsOf(found.fields.limit)
  const refused = typeProblem(found.fields) ?? limitProblem(limit)
  if (refused !== null) return refused
  const { demographic } = fieldsOf(found.fields.filter)
  const filter = demographicFilter(demographic)
  if (typeof filter !== 'function') return filter
  const recipients = recipientsIn(call, found.fields.recipient)
  if ('status' in recipients) return recipients
  const { scenario } = call
  const hasFilter = (demographic ?? null) !== null
  const { minimumReach } = scenario.messaging
  if (minimumReach && hasFilter && friendsOf(scenario).length < LEAST_REACH)
    return refusal(403, 'Your account does not have enough friends')
  const targets = recipients.userIds.filter(userId => {
    const user = userOf(scenario, userId)
    return user !== undefined && filter(user)
  })
  const quota = limit.upToRemainingQuota === true ? remainingQuota(call) : null
  const most = Math.min(Number(limit.max ?? targets.length), quota ?? targets.length)
  const tooFew = minimumReach ? reachFailure(recipients, targets.length, hasFilter) : null
  const partial = limit.forbidPartialDelivery === true && targets.length > most ? PARTIAL : null
  const failed = tooFew ?? partial
  const delivered = failed === null ? targets.slice(0, most) : []
  return accept(call, {
    via: 'narrowcast',
    ...found,
    status: 202,
    lists: false,
    recipients: { chatId: null, targets: failed === null ? delivered : targets, delivered },
    ...(failed === null ? {} : { failed }),
  })
})

/** The phases are `waiting`, `sending`, then `succeeded` or `failed`, one second apart. */
function progress({ bot, query, now }: BotCall): BotAnswer {
  const requestId = query.get('requestId')
  const sending = narrowcastOf(bot, requestId)
  if (sending === undefined || sending.at + NARROWCAST_LIFETIME_MS <= now) return refusal(404, 'Not found')
  const { targets: targetCount, failed } = sending
  const acceptedTime = new Date(sending.at).toISOString()
  const step = Math.floor((now - sending.at) / NARROWCAST_STEP_MS)
  if (step < 1) return { status: 200, body: { phase: 'waiting', acceptedTime } }
  const completedTime = new Date(sending.at + 2 * NARROWCAST_STEP_MS).toISOString()
  if (failed !== undefined && step >= 2)
    return { status: 200, body: { phase: 'failed', acceptedTime, completedTime, ...failed } }
  const counts = { targetCount, failureCount: 0 }
  if (step < 2) return { status: 200, body: { phase: 'sending', acceptedTime, ...counts, successCount: 0 } }
  const successCount = sending.delivered.length
  return { status: 200, body: { phase: 'succeeded', acceptedTime, completedTime, ...counts, successCount } }
}

export const NARROWCAST_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/v2/bot/message/narrowcast', takesJson: true, handle: retryable(narrowcast) },
  { method: 'GET', path: '/v2/bot/message/progress/narrowcast', handle: progress },
]
