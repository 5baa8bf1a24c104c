import * as v from 'valibot'
import { ownEntry } from '../own-entry.ts'
import { botUserId, groupOf } from '../platform/account.ts'
import { newMessageId } from '../platform/messages.ts'
import { invalidAt, type Parsed } from '../scenario/parse.ts'
import { userIdSchema } from '../scenario/schema.ts'
import { type ChatView, chatView, groupsOf } from '../world/chat-view.ts'
import type { Line } from '../world/line.ts'
import { findNewest } from '../world/long-list.ts'
import { nextOrder, type SentMessage } from '../world/state.ts'
import { chatCommand } from './chat-command.ts'
import { type Invalid, userCommand } from './command.ts'
import { reactTo } from './reactions.ts'
import { mentionProblem, sendUserMessage } from './user-messages.ts'

/** A command has exactly one of these fields. */
const ACTS = [
  ...(['text', 'message', 'unsend', 'postback', 'richMenuSwitch', 'videoPlayComplete', 'clear'] as const),
  ...(['read', 'click', 'play', 'richMenu'] as const),
]

const chatRequest = v.strictObject({ userId: v.optional(userIdSchema), chatId: v.optional(v.string()) })

function shown(line: Line, from: Pick<SentMessage, 'userId' | 'chatId'>, text: string): SentMessage {
  const message = { type: 'text', text }
  return { id: newMessageId(line.secret), at: line.now(), ...from, liffId: null, via: 'postback', message }
}

function messageProblem(
  line: Line,
  userId: string,
  { chatId, quotedMessageId, unsend, text, message, postback, read }: v.InferOutput<typeof chatCommand>,
): Invalid | null {
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

type Acted = { readonly userId: string; readonly messageId?: string }

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

  function clearHistory(userId: string): void {
    const world = line.world()
    const clearedUntil = { ...world.bot.clearedUntil, [userId]: nextOrder(world) }
    line.dispatch({ type: 'bot-changed', change: { clearedUntil } })
  }

  return {
    /** Performs one action of a user in a chat. Default: the phone's user, in the chat with the account. */
    chat: userCommand(line, chatCommand, (userId, given): Parsed<Acted> => {
      const { text, message, chatId, quotedMessageId, unsend } = given
      const { postback, richMenuSwitch, videoPlayComplete, clear } = given
      if (ACTS.filter(act => given[act] !== undefined).length !== 1)
        return invalidAt('text', `expected one of ${ACTS.join(', ')}`)
      const problem = messageProblem(line, userId, given)
      if (problem !== null) return problem
      const chat = chatId === undefined ? {} : { chatId }
      const said = message ?? (text === undefined ? undefined : { type: 'text' as const, text })
      if (said !== undefined) {
        const quoted = quotedMessageId === undefined ? {} : { quotedMessageId }
        const messageId = sendUserMessage(line, { userId, ...chat, ...quoted }, said)
        return { ok: true, value: { userId, messageId } }
      }
      const reacted = reactTo(line, userId, given)
      if (reacted !== null) return reacted
      if (unsend !== undefined) line.dispatch({ type: 'message-unsent', messageId: unsend.messageId })
      if (postback !== undefined) {
        const { data: posted, params, displayText } = postback
        const from = { userId, ...chat }
        line.dispatch({
          type: 'postback',
          ...from,
          postback: params === undefined ? { data: posted } : { data: posted, params },
          ...(displayText === undefined ? {} : { shown: shown(line, from, displayText) }),
        })
      }
      if (richMenuSwitch !== undefined)
        switchRichMenu(userId, richMenuSwitch.richMenuAliasId, richMenuSwitch.data)
      if (clear !== undefined) clearHistory(userId)
      if (videoPlayComplete !== undefined)
        line.dispatch({ type: 'video-played', userId, trackingId: videoPlayComplete.trackingId })
      return { ok: true, value: { userId } }
    }),

    /** Returns a chat as shown on the user's phone, with the same defaults as `chat`. */
    chatView: userCommand(line, chatRequest, (userId, { chatId }): Parsed<ChatView> => {
      const world = line.world()
      const group = groupsOf(world, userId).find(({ id }) => id === chatId)
      if (chatId !== undefined && group === undefined)
        return invalidAt('chatId', 'expected a group chat or room of the user')
      return { ok: true, value: chatView(world, userId, seenBy(line), group) }
    }),
  }
}
