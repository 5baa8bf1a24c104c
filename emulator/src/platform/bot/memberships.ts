import type { Scenario } from '../../scenario/schema.ts'
import { userOf } from '../../world/selectors.ts'
import {
  type BotAnswer,
  type BotCall,
  NOT_FOUND,
  type Operation,
  onUserId,
  pageAnswer,
  refusal,
} from './operation.ts'

type Plan = Scenario['messaging']['memberships'][number]
type Member = Plan['members'][number]

function planFields({ membershipId, title, description, benefits, price, currency }: Plan) {
  return { membershipId, title, description, benefits, price, currency }
}

function list({ scenario }: BotCall): BotAnswer {
  if (scenario.messaging.memberships.length === 0) return refusal(404, 'Membership plan not found')
  const memberships = scenario.messaging.memberships.map(plan => ({
    ...planFields(plan),
    memberCount: plan.members.length,
    memberLimit: plan.memberLimit,
    isInAppPurchase: true,
    isPublished: true,
  }))
  return { status: 200, body: { memberships } }
}

function nextBillingDate({ joinedAt, months }: Member): string {
  const joined = new Date(joinedAt)
  const [year, month] = [joined.getUTCFullYear(), joined.getUTCMonth() + months]
  // In a shorter month, use its last day: 31 January is followed by 28 February.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(joined.getUTCDate(), lastDay))).toISOString().slice(0, 10)
}

function subscription({ scenario, params }: BotCall): BotAnswer {
  const { userId = '' } = params
  if (userOf(scenario, userId) === undefined) return NOT_FOUND
  const subscriptions = scenario.messaging.memberships.flatMap(plan => {
    const at = plan.members.findIndex(member => member.userId === userId)
    const member = plan.members[at]
    if (member === undefined) return []
    const user = {
      membershipNo: at + 1,
      joinedTime: Math.floor(member.joinedAt / 1000),
      nextBillingDate: nextBillingDate(member),
      totalSubscriptionMonths: member.months,
    }
    return [{ membership: planFields(plan), user }]
  })
  return subscriptions.length === 0 ? NOT_FOUND : { status: 200, body: { subscriptions } }
}

function members(call: BotCall): BotAnswer {
  const { memberships } = call.scenario.messaging
  const plan = memberships.find(({ membershipId }) => String(membershipId) === call.params.membershipId)
  if (plan === undefined) return refusal(404, 'Membership ID is not found')
  const ids = plan.members.map(({ userId }) => userId)
  return pageAnswer(call, ids, { name: 'userIds', usual: 300, most: 1000 })
}

export const MEMBERSHIP_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: '/v2/bot/membership/list', handle: list },
  { method: 'GET', path: '/v2/bot/membership/subscription/:userId', handle: onUserId(subscription) },
  { method: 'GET', path: '/v2/bot/membership/:membershipId/users/ids', handle: members },
]
