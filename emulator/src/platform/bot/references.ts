import { type Fields, fieldsOf } from '../../fields.ts'
import type { Bot } from '../../world/bot-state.ts'
import type { SentVia } from '../../world/ledger.ts'
import { quotedMessage } from '../../world/sent.ts'
import { type BotAnswer, invalidBody } from './operation.ts'

function mentionsIn(message: object): readonly (readonly [string, Fields])[] {
  const { type, substitution } = fieldsOf(message)
  if (type !== 'textV2') return []
  return Object.entries(fieldsOf(substitution ?? {})).flatMap(([key, value]) =>
    fieldsOf(value).type === 'mention' ? [[key, fieldsOf(fieldsOf(value).mentionee)] as const] : [],
  )
}

/** LINE accepts mentions in pushes and replies to a group chat or room. `members` is null for other chats. */
export function mentionProblem(
  via: SentVia,
  messages: readonly object[],
  members: readonly string[] | null,
): BotAnswer | null {
  const isPossible = (via === 'push' || via === 'reply') && members !== null
  const details = messages.flatMap((message, at) =>
    mentionsIn(message)
      .filter(([, { type, userId }]) => !isPossible || (type === 'user' && !members.includes(String(userId))))
      .map(([key]) => ({
        message: 'Invalid mention',
        property: `messages[${at}].substitution.${key}.mentionee`,
      })),
  )
  return details.length === 0 ? null : invalidBody(details)
}

/**
 * A quote token can be used any number of times, but only in its own chat. `chatId` is null for a request to several
 * users. LINE does not document the text of this error.
 */
export function quoteProblem(bot: Bot, messages: readonly object[], chatId: string | null): BotAnswer | null {
  const details = messages.flatMap((message, at) => {
    const { quoteToken: token } = fieldsOf(message)
    if ((token ?? null) === null) return []
    const quoted = quotedMessage(bot, String(token))
    return quoted !== undefined && quoted.chatId === chatId
      ? []
      : [{ message: 'Invalid quote token', property: `messages[${at}].quoteToken` }]
  })
  return details.length === 0 ? null : invalidBody(details)
}
