import * as v from 'valibot'
import { ownEntry } from '../own-entry.ts'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import { userIdSchema } from '../scenario/schema.ts'
import { type ChatView, chatView } from '../world/chat-view.ts'
import type { Line } from '../world/line.ts'
import { userOf } from '../world/selectors.ts'
import type { SentMessage } from '../world/state.ts'
import { chatCommand } from './chat-command.ts'
import { unknownUser } from './unknown-user.ts'

/** The fields of which a command has exactly one. */
const ACTS = ['text', 'postback', 'richMenuSwitch', 'videoPlayComplete'] as const

const chatRequest = v.strictObject({ userId: v.optional(userIdSchema) })

/** Creates the actions that read and use the chat with the official account. */
export function createChatActions(line: Line) {
  /** Returns a message of the user, which the chat shows from now on. */
  const shown = (userId: string, via: SentMessage['via'], text: string): SentMessage => ({
    ...{ id: line.secret(9), at: line.now(), userId, liffId: null, via },
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

  return {
    /**
     * Acts as the user in the chat with the official account. The command has one of: `text`, which the user types;
     * `postback`, an action that the user taps; `richMenuSwitch`, the action that shows another rich menu; and
     * `videoPlayComplete`, a video that the user has watched. Without `userId`, uses the user signed in on the phone.
     */
    chat(value: unknown): Parsed<{ readonly userId: string }> {
      const parsed = parseInput(chatCommand, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, text, postback, richMenuSwitch, videoPlayComplete } = parsed.value
      if (userOf(scenario, userId) === undefined) return unknownUser(scenario)
      if (ACTS.filter(act => parsed.value[act] !== undefined).length !== 1)
        return invalidAt('text', `expected one of ${ACTS.join(', ')}`)
      if (text !== undefined)
        line.dispatch({ type: 'messages-sent', messages: [shown(userId, 'chat', text)] })
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
