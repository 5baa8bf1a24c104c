import type { Fields } from '../../fields.ts'
import { NARROWCAST_STEP_MS } from '../../limits.ts'
import { DAY_MS } from '../../time.ts'
import type { Audience, Bot, Sending } from '../../world/bot-state.ts'
import { campaignOf } from '../../world/sent.ts'
import { friendsOf } from '../account.ts'
import { audienceOf, usersOf } from './audiences.ts'
import { type BotAnswer, type BotCall, refusal } from './operation.ts'
import { operatorIn, orAnswer, Refused, refusedAt } from './operators.ts'

/** Maximum number of audiences and earlier narrowcasts. Operators are not counted. */
const MAX_PARTS = 10
/** For 14 days, a narrowcast's recipients can be reused and its progress can be read. */
export const NARROWCAST_LIFETIME_MS = 14 * DAY_MS

export type Recipients = { readonly userIds: readonly string[]; readonly audiences: readonly Audience[] }

type Search = {
  readonly call: BotCall
  readonly friends: readonly string[]
  readonly audiences: Audience[]
  parts: number
}

export function narrowcastOf(bot: Bot, requestId: unknown): Sending | undefined {
  const sent = campaignOf(bot, requestId)
  return sent?.via === 'narrowcast' ? sent : undefined
}

function redelivery({ call }: Search, requestId: unknown): readonly string[] {
  const { bot, now } = call
  const before = narrowcastOf(bot, requestId)
  const age = before === undefined ? 0 : now - before.at
  const ended = age >= 2 * NARROWCAST_STEP_MS && age < NARROWCAST_LIFETIME_MS
  if (before === undefined || !ended || before.failed !== undefined)
    throw new Refused(refusal(400, `Invalid request id: ${requestId}`))
  return before.delivered
}

/** The audience must be `READY`. */
function ofAudience(search: Search, id: unknown): readonly string[] {
  const users = usersOf(search.call, id)
  const audience = audienceOf(search.call.bot, id)
  if (users === null || audience === undefined)
    throw new Refused(refusal(400, `Invalid audience group id: ${id}`))
  search.audiences.push(audience)
  return users
}

function ofOperator(search: Search, operator: Fields, path: string): readonly string[] {
  const { name, parts } = operatorIn(operator, path, (part, at) => new Set(select(search, part, at)))
  return search.friends.filter(userId =>
    name === 'or'
      ? parts.some(part => part.has(userId))
      : parts.every(part => part.has(userId) === (name === 'and')),
  )
}

function select(search: Search, value: unknown, path: string): readonly string[] {
  const recipient: Fields = Object(value)
  if (recipient.type === 'operator') return ofOperator(search, recipient, path)
  if (recipient.type !== 'audience' && recipient.type !== 'redelivery')
    throw refusedAt('Must be one of the following values: [audience, operator, redelivery]', `${path}.type`)
  search.parts += 1
  if (search.parts > MAX_PARTS) throw refusedAt(`size must be between 1 and ${MAX_PARTS}`, 'recipient')
  return recipient.type === 'audience'
    ? ofAudience(search, recipient.audienceGroupId)
    : redelivery(search, recipient.requestId)
}

export function recipientsIn(call: BotCall, recipient: unknown): Recipients | BotAnswer {
  const friends = friendsOf(call.scenario)
  if (recipient === undefined || recipient === null) return { userIds: friends, audiences: [] }
  const audiences: Audience[] = []
  return orAnswer(() => {
    const selected = new Set(select({ call, friends, audiences, parts: 0 }, recipient, 'recipient'))
    return { userIds: friends.filter(userId => selected.has(userId)), audiences }
  })
}
