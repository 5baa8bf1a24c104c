import { fieldsOf } from '../../fields.ts'
import { ownEntry } from '../../own-entry.ts'
import { accountProfile, botUserId, groupOf, isFriend } from '../account.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidParameter,
  NOT_FOUND,
  type Operation,
  pageAnswer,
  refusal,
} from './operation.ts'

/** In seconds; at most one year. */
const CONTROL_S = { usual: 3_600, most: 31_536_000 }

/** The path must contain the id of a friend, or of one of the account's groups or rooms. */
function onChat(handle: (call: BotCall) => BotAnswer) {
  return (call: BotCall): BotAnswer => {
    const { scenario, bot, params } = call
    const { chatId = '' } = params
    if (!/^[UCR][0-9a-f]{32}$/.test(chatId)) return invalidParameter('chatId')
    const exists = chatId.startsWith('U') ? isFriend(scenario, chatId) : groupOf(scenario, bot, chatId)
    return exists ? handle(call) : NOT_FOUND
  }
}

function acquire({ bot, body, params, now }: BotCall): BotAnswer {
  const { expired = true, ttl = CONTROL_S.usual } = fieldsOf(body)
  const seconds = expired === false ? CONTROL_S.most : Number(ttl)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > CONTROL_S.most)
    return invalidField(`must be between 1 and ${CONTROL_S.most}`, 'ttl')
  const chatControl = { ...bot.chatControl, [params.chatId ?? '']: now + seconds * 1000 }
  return { status: 200, change: { chatControl } }
}

function release({ bot, params }: BotCall): BotAnswer {
  const { chatId = '' } = params
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

function list(call: BotCall): BotAnswer {
  const accounts = call.bot.isModuleDetached ? [] : [accountProfile(call.scenario)]
  return pageAnswer(call, accounts, { name: 'bots', usual: 100 })
}

export const MODULE_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: '/v2/bot/chat/:chatId/control/acquire', takesJson: true, handle: onChat(acquire) },
  { method: 'POST', path: '/v2/bot/chat/:chatId/control/release', handle: onChat(release) },
  { method: 'POST', path: '/v2/bot/channel/detach', takesJson: true, handle: detach },
  { method: 'GET', path: '/v2/bot/list', handle: list },
]
