import { ownEntry } from '../../own-entry.ts'
import { userOf } from '../../world/selectors.ts'
import { groupOf, pageOf, publicProfile } from './account.ts'
import { type BotAnswer, type BotCall, NOT_FOUND, type Operation, refusal } from './operation.ts'

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => Object(body)

/** The longest loading animation, seconds. LINE accepts multiples of five. */
const LOADING = { usual: 20, step: 5, most: 60 }

/** POST /v2/bot/chat/loading/start: shows a loading animation in the chat with a user. */
function startLoading({ scenario, bot, body, now }: BotCall): BotAnswer {
  const { chatId, loadingSeconds = LOADING.usual } = fieldsOf(body)
  if (typeof chatId !== 'string' || userOf(scenario, chatId) === undefined)
    return refusal(400, 'The value of chatId is invalid')
  const seconds = Number(loadingSeconds)
  if (!(seconds >= LOADING.step && seconds <= LOADING.most && seconds % LOADING.step === 0))
    return refusal(400, 'The value of loadingSeconds is invalid')
  return { status: 202, change: { loadingUntil: { ...bot.loadingUntil, [chatId]: now + seconds * 1000 } } }
}

/** POST /v2/bot/message/markAsRead: marks all messages of a user as read. */
function markAsRead({ scenario, bot, body, now }: BotCall): BotAnswer {
  const { userId } = fieldsOf(fieldsOf(body).chat)
  if (typeof userId !== 'string' || userOf(scenario, userId) === undefined)
    return refusal(400, 'The value of chat.userId is invalid')
  return { status: 200, change: { readUntil: { ...bot.readUntil, [userId]: now } } }
}

/** POST /v2/bot/chat/markAsRead: marks the message of a webhook event, and all before it, as read. */
function markAsReadByToken({ bot, body }: BotCall): BotAnswer {
  const { markAsReadToken } = fieldsOf(body)
  const read = ownEntry(bot.readTokens, typeof markAsReadToken === 'string' ? markAsReadToken : '')
  if (read === undefined) return refusal(400, 'The value of markAsReadToken is invalid')
  return { status: 200, change: { readUntil: { ...bot.readUntil, [read.chatId]: read.at } } }
}

/** Returns the operations of group chats (`C…`) or rooms (`R…`), which differ only in their paths. */
function chatOperations(kind: 'group' | 'room'): readonly Operation[] {
  const path = (rest: string) => `/v2/bot/${kind}/:chatId${rest}`
  const inChat =
    (handle: (group: NonNullable<ReturnType<typeof groupOf>>, call: BotCall) => BotAnswer) =>
    (call: BotCall): BotAnswer => {
      const { chatId = '' } = call.params
      const group = chatId.startsWith(kind === 'group' ? 'C' : 'R')
        ? groupOf(call.scenario, call.bot, chatId)
        : undefined
      return group === undefined ? NOT_FOUND : handle(group, call)
    }
  const member = inChat(({ members }, { scenario, params }) => {
    const user = members.includes(params.userId ?? '') ? userOf(scenario, params.userId ?? '') : undefined
    return user === undefined ? NOT_FOUND : { status: 200, body: publicProfile(user) }
  })
  const memberIds = inChat(({ members }, { query }) => {
    const page = pageOf(members, query.get('start'), 100)
    if (page === null) return refusal(400, 'Invalid start param')
    const { items, ...next } = page
    return { status: 200, body: { memberIds: items, ...next } }
  })
  return [
    { method: 'GET', path: path('/member/:userId'), handle: member },
    { method: 'GET', path: path('/members/ids'), handle: memberIds },
    {
      method: 'GET',
      path: path('/members/count'),
      handle: inChat(({ members }) => ({ status: 200, body: { count: members.length } })),
    },
    {
      method: 'POST',
      path: path('/leave'),
      handle: inChat(({ id }, { bot }) => ({ status: 200, change: { left: [...bot.left, id] } })),
    },
    ...(kind === 'room'
      ? []
      : [
          {
            method: 'GET' as const,
            path: path('/summary'),
            handle: inChat(({ id, name }) => ({ status: 200, body: { groupId: id, groupName: name } })),
          },
        ]),
  ]
}

const post = { method: 'POST', takesJson: true } as const

export const CHAT_OPERATIONS: readonly Operation[] = [
  { ...post, path: '/v2/bot/chat/loading/start', handle: startLoading },
  { ...post, path: '/v2/bot/message/markAsRead', handle: markAsRead },
  { ...post, path: '/v2/bot/chat/markAsRead', handle: markAsReadByToken },
  ...chatOperations('group'),
  ...chatOperations('room'),
]
