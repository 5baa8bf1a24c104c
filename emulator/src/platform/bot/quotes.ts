import type { Bot } from '../../world/bot-state.ts'
import { quotedMessage } from '../../world/quotes.ts'
import { type BotAnswer, invalidBody } from './operation.ts'

/**
 * A quote token can be used any number of times, but only in its own chat. `chatId` is null for a request to several
 * users. LINE does not document the text of this error.
 */
export function quoteProblem(bot: Bot, messages: readonly object[], chatId: string | null): BotAnswer | null {
  const details = messages.flatMap((message, at) => {
    const { quoteToken: token } = message as { readonly quoteToken?: unknown }
    if ((token ?? null) === null) return []
    const quoted = quotedMessage(bot, String(token))
    return quoted !== undefined && quoted.chatId === chatId
      ? []
      : [{ message: 'Invalid quote token', property: `messages[${at}].quoteToken` }]
  })
  return details.length === 0 ? null : invalidBody(details)
}
