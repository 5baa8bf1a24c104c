import type { Bot } from './bot-state.ts'
import type { QuoteToken } from './chat-tokens.ts'
import { findNewest } from './long-list.ts'
import { tokenValue } from './token-map.ts'

export function quotedMessage(bot: Bot, token: string): QuoteToken | undefined {
  const ofUser = tokenValue(bot.quoteTokens, token)
  if (ofUser !== undefined) return ofUser
  const isIt = ({ quoteToken }: { readonly quoteToken?: string }) => quoteToken === token
  const sending = findNewest(bot.sendings, ({ messages }) => messages.some(isIt))
  const message = sending?.messages.find(isIt)
  if (sending === undefined || message === undefined || sending.chatId === null) return undefined
  return { chatId: sending.chatId, messageId: message.id }
}
