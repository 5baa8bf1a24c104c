import { fieldsOf } from '../../fields.ts'
import { MAX_STORED_MESSAGES } from '../../limits.ts'
import { isUserId } from '../../scenario/messaging-schema.ts'
import type { Group } from '../../scenario/schema.ts'
import type { Bot } from '../../world/bot-state.ts'
import { appended } from '../../world/long-list.ts'
import { userOf } from '../../world/selectors.ts'
import { nextOrder } from '../../world/state.ts'
import { tokenValue } from '../../world/token-map.ts'
import { groupOf, isFriend, publicProfile } from '../account.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidBody,
  invalidParameter,
  NOT_FOUND,
  type Operation,
  pageAnswer,
  refusal,
} from './operation.ts'

/** In seconds. LINE accepts multiples of five. */
const LOADING = { usual: 20, step: 5, most: 60 }
const ONLY_USERS =
  'Only user id is acceptable, please confirm if there are any group/room ids or illegal ids.'

function startLoading({ scenario, bot, body, now }: BotCall): BotAnswer {
  const { chatId, loadingSeconds = LOADING.usual } = fieldsOf(body)
  const seconds = Number(loadingSeconds)
  const { step, most } = LOADING
  const details = [
    ...(isUserId(chatId) ? [] : [{ message: ONLY_USERS, property: 'chatId' }]),
    ...(seconds >= step && seconds <= most
      ? []
      : [{ message: `Must be between ${step} and ${most}`, property: 'loadingSeconds' }]),
    ...(seconds % step === 0 ? [] : [{ message: 'must be a multiple of five', property: 'loadingSeconds' }]),
  ]
  if (details.length > 0 || !isUserId(chatId)) return invalidBody(details)
  // For users who are not friends, LINE accepts the request but shows no animation.
  if (!isFriend(scenario, chatId)) return { status: 202 }
  return { status: 202, change: { loadingUntil: { ...bot.loadingUntil, [chatId]: now + seconds * 1000 } } }
}

function markAsRead({ scenario, bot, body, now }: BotCall): BotAnswer {
  const { userId } = fieldsOf(fieldsOf(body).chat)
  if (typeof userId !== 'string' || userOf(scenario, userId) === undefined)
    return refusal(400, 'The value of chat.userId is invalid')
  return { status: 200, change: { readUntil: { ...bot.readUntil, [userId]: now } } }
}

/** Earlier messages are marked as read as well. */
function markAsReadByToken({ bot, body }: BotCall): BotAnswer {
  const { markAsReadToken } = fieldsOf(body)
  const read = tokenValue(bot.readTokens, typeof markAsReadToken === 'string' ? markAsReadToken : '')
  if (read === undefined)
    return refusal(
      400,
      'Invalid markAsReadToken. Tokens must be used by the bot that received them via Webhook.',
    )
  return { status: 200, change: { readUntil: { ...bot.readUntil, [read.chatId]: read.at } } }
}

function leaving({ world, bot, now }: BotCall, chatId: string): Partial<Bot> {
  const note = { chatId, at: now, change: 'accountLeft' as const, userIds: [], order: nextOrder(world) }
  return { left: [...bot.left, chatId], notes: appended(bot.notes, note, MAX_STORED_MESSAGES) }
}

/** Group chats have ids such as `C…`, and rooms `R…`. */
const inChatOf =
  (kind: 'group' | 'room') =>
  (handle: (group: Group, call: BotCall) => BotAnswer) =>
  (call: BotCall): BotAnswer => {
    const { chatId = '', userId } = call.params
    const isId = kind === 'group' ? /^C[0-9a-f]{32}$/ : /^R[0-9a-f]{32}$/
    if (!isId.test(chatId)) return invalidParameter(`${kind}Id`)
    if (userId !== undefined && !isUserId(userId)) return invalidParameter('userId')
    const group = groupOf(call.scenario, call.bot, chatId)
    return group === undefined ? NOT_FOUND : handle(group, call)
  }

const summary = inChatOf('group')(({ id, name }) => ({
  status: 200,
  body: { groupId: id, groupName: name },
}))

function chatOperations(kind: 'group' | 'room'): readonly Operation[] {
  const path = (rest: string) => `/v2/bot/${kind}/:chatId${rest}`
  const inChat = inChatOf(kind)
  const member = inChat(({ members }, { scenario, params }) => {
    const user = members.includes(params.userId ?? '') ? userOf(scenario, params.userId ?? '') : undefined
    return user === undefined ? NOT_FOUND : { status: 200, body: publicProfile(user) }
  })
  const memberIds = inChat(({ members }, call) =>
    pageAnswer(call, members, { name: 'memberIds', usual: 100 }),
  )
  const count = inChat(({ members }) => ({ status: 200, body: { count: members.length } }))
  const leave = inChat(({ id }, call) => ({ status: 200, change: leaving(call, id) }))
  return [
    { method: 'GET', path: path('/member/:userId'), handle: member },
    { method: 'GET', path: path('/members/ids'), handle: memberIds },
    { method: 'GET', path: path('/members/count'), handle: count },
    { method: 'POST', path: path('/leave'), handle: leave },
  ]
}

const post = { method: 'POST', takesJson: true } as const

export const CHAT_OPERATIONS: readonly Operation[] = [
  { ...post, path: '/v2/bot/chat/loading/start', handle: startLoading },
  { ...post, path: '/v2/bot/message/markAsRead', handle: markAsRead },
  { ...post, path: '/v2/bot/chat/markAsRead', handle: markAsReadByToken },
  ...chatOperations('group'),
  { method: 'GET', path: '/v2/bot/group/:chatId/summary', handle: summary },
  ...chatOperations('room'),
]
