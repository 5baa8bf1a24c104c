import * as v from 'valibot'
import { ownEntry } from '../own-entry.ts'
import { groupOf } from '../platform/bot/account.ts'
import { newMessageId } from '../platform/bot/message-id.ts'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import { userIdSchema } from '../scenario/schema.ts'
import { type ChatView, chatView } from '../world/chat-view.ts'
import type { Line } from '../world/line.ts'
import { userOf } from '../world/selectors.ts'
import type { SentMessage } from '../world/state.ts'
import { chatCommand } from './chat-command.ts'
import { unknownUser } from './unknown-user.ts'
import { sendUserMessage } from './user-messages.ts'

/** The fields of which a command has exactly one. */
const ACTS = ['text', 'message', 'unsend', 'postback', 'richMenuSwitch', 'videoPlayComplete'] as const

const chatRequest = v.strictObject({ userId: v.optional(userIdSchema) })

/** Creates the actions that read and use the chat with the official account. */
export function createChatActions(line: Line) {
  /** Returns a message of the user, which the chat shows from now on. */
  const shown = (userId: string, via: SentMessage['via'], text: string): SentMessage => ({
    ...{ id: newMessageId(line.secret), at: line.now(), userId, liffId: null, via },
    message: { type: 'text', text },
  })

  /** Links the user to the rich menu of an alias, if both exist, and posts the result back. */
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

  /** Returns why a message cannot be sent or unsent; null if it can. */
  function messageProblem(
    userId: string,
    { chatId, quotedMessageId, unsend, text, message }: v.InferOutput<typeof chatCommand>,
  ): ReturnType<typeof invalidAt> | null {
    const { scenario, bot, messages } = line.world()
    const isMessage = text !== undefined || message !== undefined
    if (chatId !== undefined && !(isMessage && groupOf(scenario, bot, chatId)?.members.includes(userId)))
      return invalidAt('chatId', 'expected a group chat or room of the user and the account, with a message')
    const ids = [...messages, ...bot.sendings.flatMap(sending => sending.messages)].map(({ id }) => id)
    const canQuote = text !== undefined || message?.type === 'text' || message?.type === 'sticker'
    if (quotedMessageId !== undefined && !(canQuote && ids.includes(quotedMessageId)))
      return invalidAt('quotedMessageId', 'expected a message of the chat, in a text or sticker')
    const own = messages.find(({ id, message: { type } }) => id === unsend?.messageId && type !== 'unsent')
    if (unsend !== undefined && own?.userId !== userId)
      return invalidAt('unsend.messageId', 'expected a message of the user that the user has not unsent')
    return null
  }

  return {
    /**
     * Acts as the user in the chat with the official account. The command has one of: `text`, which the user types;
     * `message`, a message of any kind; `unsend`, which takes a message back; `postback`, an action that the user taps; `richMenuSwitch`, the action that shows another rich menu; and
     * `videoPlayComplete`, a video that the user has watched. Without `userId`, uses the user signed in on the phone.
     */
    chat(value: unknown): Parsed<{ readonly userId: string; readonly messageId?: string }> {
      const parsed = parseInput(chatCommand, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, text, message, chatId, quotedMessageId, unsend } = parsed.value
      const { postback, richMenuSwitch, videoPlayComplete } = parsed.value
      if (userOf(scenario, userId) === undefined) return unknownUser(scenario)
      if (ACTS.filter(act => parsed.value[act] !== undefined).length !== 1)
        return invalidAt('text', `expected one of ${ACTS.join(', ')}`)
      const problem = messageProblem(userId, parsed.value)
      if (problem !== null) return problem
      const said = message ?? (text === undefined ? undefined : { type: 'text' as const, text })
      if (said !== undefined) {
        const chat = chatId === undefined ? {} : { chatId }
        const quoted = quotedMessageId === undefined ? {} : { quotedMessageId }
        const messageId = sendUserMessage(line, { userId, ...chat, ...quoted }, said)
        return { ok: true, value: { userId, messageId } }
      }
      if (unsend !== undefined) line.dispatch({ type: 'message-unsent', messageId: unsend.messageId })
      if (postback !== undefined) {
        const { data: posted, params, displayText } = postback
        line.dispatch({
          ...{ type: 'postback', userId },
          postback: params === undefined ? { data: posted } : { data: posted, params },
          ...(displayText === undefined ? {} : { shown: shown(userId, 'postback', displayText) }),
        })
      }
      if (richMenuSwitch !== undefined)
        switchRichMenu(userId, richMenuSwitch.richMenuAliasId, richMenuSwitch.data)
      if (videoPlayComplete !== undefined)
        line.dispatch({ type: 'video-played', userId, trackingId: videoPlayComplete.trackingId })
      return { ok: true, value: { userId } }
    },

    /** Returns the chat of a user as the phone shows it. Without `userId`, uses the user signed in on the phone. */
    chatView(value: unknown): Parsed<ChatView> {
      const parsed = parseInput(chatRequest, value)
      if (!parsed.ok) return parsed
      const world = line.world()
      const { userId = world.scenario.user } = parsed.value
      if (userOf(world.scenario, userId) === undefined) return unknownUser(world.scenario)
      return { ok: true, value: chatView(world, userId, line.now()) }
    },
  }
}
