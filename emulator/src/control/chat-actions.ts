import * as v from 'valibot'
import { ownEntry } from '../own-entry.ts'
import { botUserId, groupOf } from '../platform/account.ts'
import { newMessageId } from '../platform/bot/message-id.ts'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import { userIdSchema } from '../scenario/schema.ts'
import { type ChatView, chatView, groupsOf } from '../world/chat-view.ts'
import type { Line } from '../world/line.ts'
import { findNewest } from '../world/long-list.ts'
import { userOf } from '../world/selectors.ts'
import type { SentMessage } from '../world/state.ts'
import { chatCommand } from './chat-command.ts'
import { reactTo } from './reactions.ts'
import { unknownUser } from './unknown-user.ts'
import { mentionProblem, sendUserMessage } from './user-messages.ts'

/** A command has exactly one of these fields. */
const ACTS = [
  ...(['text', 'message', 'unsend', 'postback', 'richMenuSwitch', 'videoPlayComplete'] as const),
  ...(['read', 'click', 'play', 'richMenu'] as const),
]

const chatRequest = v.strictObject({ userId: v.optional(userIdSchema), chatId: v.optional(v.string()) })

function shown(
  line: Line,
  from: Pick<SentMessage, 'userId' | 'chatId'>,
  via: SentMessage['via'],
  text: string,
): SentMessage {
  return {
    id: newMessageId(line.secret),
    at: line.now(),
    ...from,
    liffId: null,
    via,
    message: { type: 'text', text },
  }
}

function messageProblem(
  line: Line,
  userId: string,
  { chatId, quotedMessageId, unsend, text, message, postback, read }: v.InferOutput<typeof chatCommand>,
): ReturnType<typeof invalidAt> | null {
  const { scenario, bot, messages } = line.world()
  const goesToChat = [text, message, postback, read].some(act => act !== undefined)
  if (chatId !== undefined && !(goesToChat && groupOf(scenario, bot, chatId)?.members.includes(userId)))
    return invalidAt(
      'chatId',
      'expected a group chat or room of the user and the account, with a message, a postback or read',
    )
  const canQuote = text !== undefined || message?.type === 'text' || message?.type === 'sticker'
  if (quotedMessageId !== undefined && !(canQuote && isInChat(line, userId, chatId, quotedMessageId)))
    return invalidAt('quotedMessageId', 'expected a message of the chat, in a text or sticker')
  const mentioned = message?.type === 'text' ? mentionProblem(line, message, chatId) : null
  if (mentioned !== null || unsend === undefined) return mentioned
  const isIt = ({ id, message: { type } }: SentMessage) => id === unsend.messageId && type !== 'unsent'
  if (findNewest(messages, isIt)?.userId !== userId)
    return invalidAt('unsend.messageId', 'expected a message of the user that the user has not unsent')
  return null
}

const seenBy = (line: Line) => ({ now: line.now(), accountId: botUserId(line.world().scenario) })

function isInChat(line: Line, userId: string, chatId: string | undefined, messageId: string): boolean {
  const world = line.world()
  const group = groupsOf(world, userId).find(({ id }) => id === chatId)
  return chatView(world, userId, seenBy(line), group).entries.some(
    ({ id, message: { type } }) => id === messageId && type !== 'unsent',
  )
}

export function createChatActions(line: Line) {
  /** Links the user to the alias's rich menu if both exist, and reports the result in a postback. */
  function switchRichMenu(userId: string, richMenuAliasId: string, postbackData: string): void {
    const { menuAliases, menuLinks, richMenus } = line.world().bot
    const menu = ownEntry(menuAliases, richMenuAliasId)
    const exists = menu !== undefined && ownEntry(richMenus, menu) !== undefined
    if (menu !== undefined && exists)
      line.dispatch({ type: 'bot-changed', change: { menuLinks: { ...menuLinks, [userId]: menu } } })
    const missing = menu === undefined ? 'RICHMENU_ALIAS_ID_NOTFOUND' : 'RICHMENU_NOTFOUND'
    const params = { newRichMenuAliasId: richMenuAliasId, status: exists ? 'SUCCESS' : missing }
    line.dispatch({ type: 'postback', userId, postback: { data: postbackData, params } })
  }

  return {
    /** Performs one action of a user in a chat. Default: the phone's user, in the chat with the account. */
    chat(value: unknown): Parsed<{ readonly userId: string; readonly messageId?: string }> {
      const parsed = parseInput(chatCommand, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, text, message, chatId, quotedMessageId, unsend } = parsed.value
      const { postback, richMenuSwitch, videoPlayComplete } = parsed.value
      if (userOf(scenario, userId) === undefined) return unknownUser(scenario)
      if (ACTS.filter(act => parsed.value[act] !== undefined).length !== 1)
        return invalidAt('text', `expected one of ${ACTS.join(', ')}`)
      const problem = messageProblem(line, userId, parsed.value)
      if (problem !== null) return problem
      const chat = chatId === undefined ? {} : { chatId }
      const said = message ?? (text === undefined ? undefined : { type: 'text' as const, text })
      if (said !== undefined) {
        const quoted = quotedMessageId === undefined ? {} : { quotedMessageId }
        const messageId = sendUserMessage(line, { userId, ...chat, ...quoted }, said)
        return { ok: true, value: { userId, messageId } }
      }
      const reacted = reactTo(line, userId, parsed.value)
      if (reacted !== null) return reacted
      if (unsend !== undefined) line.dispatch({ type: 'message-unsent', messageId: unsend.messageId })
      if (postback !== undefined) {
        const { data: posted, params, displayText } = postback
        line.dispatch({
          type: 'postback',
          userId,
          ...chat,
          postback: params === undefined ? { data: posted } : { data: posted, params },
          ...(displayText === undefined
            ? {}
            : { shown: shown(line, { userId, ...chat }, 'postback', displayText) }),
        })
      }
      if (richMenuSwitch !== undefined)
        switchRichMenu(userId, richMenuSwitch.richMenuAliasId, richMenuSwitch.data)
      if (videoPlayComplete !== undefined)
        line.dispatch({ type: 'video-played', userId, trackingId: videoPlayComplete.trackingId })
      return { ok: true, value: { userId } }
    },

    /** Returns a chat as shown on the user's phone, with the same defaults as `chat`. */
    chatView(value: unknown): Parsed<ChatView> {
      const parsed = parseInput(chatRequest, value)
      if (!parsed.ok) return parsed
      const world = line.world()
      const { userId = world.scenario.user, chatId } = parsed.value
      if (userOf(world.scenario, userId) === undefined) return unknownUser(world.scenario)
      const group = groupsOf(world, userId).find(({ id }) => id === chatId)
      if (chatId !== undefined && group === undefined)
        return invalidAt('chatId', 'expected a group chat or room of the user')
      return { ok: true, value: chatView(world, userId, seenBy(line), group) }
    },
  }
}
