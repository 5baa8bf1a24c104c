import { fieldsOf } from '../../fields.ts'
import { ownEntry } from '../../own-entry.ts'
import { accountOf, botUserId, groupOf, isFriend, pageOf } from '../account.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidBody,
  invalidParameter,
  NOT_FOUND,
  type Operation,
  refusal,
} from './operation.ts'

/** In seconds; at most one year. */
const CONTROL_S = { usual: 3_600, most: 31_536_000 }
const PAGE = 100

/** The path must contain the id of a friend, or of one of the account's groups or rooms. */
function chatProblem({ scenario, bot, params }: BotCall): BotAnswer | null {
  const { chatId = '' } = params
  if (!/^[UCR][0-9a-f]{32}$/.test(chatId)) return invalidParameter('chatId')
  const exists = chatId.startsWith('U') ? isFriend(scenario, chatId) : groupOf(scenario, bot, chatId)
  return exists ? null : NOT_FOUND
}

function acquire(call: BotCall): BotAnswer {
  const { bot, body, params, now } = call
  const { expired = true, ttl = CONTROL_S.usual } = fieldsOf(body)
  const refused = chatProblem(call)
  if (refused !== null) return refused
  const seconds = expired === false ? CONTROL_S.most : Number(ttl)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > CONTROL_S.most)
    return invalidBody([{ message: `must be between 1 and ${CONTROL_S.most}`, property: 'ttl' }])
  const chatControl = { ...bot.chatControl, [params.chatId ?? '']: now + seconds * 1000 }
  return { status: 200, change: { chatControl } }
}

function release(call: BotCall): BotAnswer {
  const { bot, params } = call
  const { chatId = '' } = params
  const refused = chatProblem(call)
  if (refused !== null) return refused
  if (ownEntry(bot.chatControl, chatId) === undefined) return NOT_FOUND
  const { [chatId]: _, ...others } = bot.chatControl
  return { status: 200, change: { chatControl: others } }
}

function detach({ scenario, bot, body }: BotCall): BotAnswer {
  const { botId } = fieldsOf(body)
  if (botId !== botUserId(scenario)) return refusal(400, 'user/group/room Id is not available.')
  if (bot.isModuleDetached) return refusal(400, 'Specified channel is not detachable')
  return { status: 200, change: { isModuleDetached: true, chatControl: {} } }
}

function list({ scenario, bot, query }: BotCall): BotAnswer {
  const limit = Number(query.get('limit') ?? PAGE)
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE)
    return refusal(400, "The value for the 'limit' parameter is invalid")
  const { id, name } = accountOf(scenario)
  const account = {
    userId: botUserId(scenario),
    basicId: id,
    displayName: name,
    pictureUrl: `https://profile.line-scdn.net/oa/${encodeURIComponent(id)}`,
  }
  const page = pageOf(bot.isModuleDetached ? [] : [account], query.get('start'), limit)
  if (page === null) return refusal(400, 'Invalid start param')
  const { items, ...next } = page
  return { status: 200, body: { bots: items, ...next } }
}

export const MODULE_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/v2/bot/chat/:chatId/control/acquire', takesJson: true, handle: acquire },
  { method: 'POST', path: '/v2/bot/chat/:chatId/control/release', handle: release },
  { method: 'POST', path: '/v2/bot/channel/detach', takesJson: true, handle: detach },
  { method: 'GET', path: '/v2/bot/list', handle: list },
]
