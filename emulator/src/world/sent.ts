import { MAX_OLD_CAMPAIGNS, MAX_STORED_SENDINGS, RETRY_KEY_LIFETIME_MS } from '../limits.ts'
import type { Bot, QuoteToken, RetriedRequest, Sending } from './bot-state.ts'
import { withCounts } from './ledger.ts'
import { appended, findNewest } from './long-list.ts'
import { tokenValue, withToken } from './token-map.ts'

export function sentMessagesOf({ messages }: Pick<Sending, 'messages'>) {
  return messages.map(({ message: _, ...sent }) => sent)
}

/** Later requests refer to broadcasts and narrowcasts by their request id. */
const isCampaign = ({ via }: Sending): boolean => via === 'broadcast' || via === 'narrowcast'

export function campaignOf(bot: Bot, requestId: unknown): Sending | undefined {
  const isIt = (sent: Sending) => sent.requestId === requestId && isCampaign(sent)
  return findNewest(bot.sendings, isIt) ?? bot.oldCampaigns.find(isIt)
}

/** Includes the messages only for a push, because LINE's answer to its retry lists them. */
export function retriedRequest(sending: Sending): RetriedRequest {
  const { requestId, at, via } = sending
  return { requestId, at, ...(via === 'push' ? { sentMessages: sentMessagesOf(sending) } : {}) }
}

export function afterSending(bot: Bot, sending: Sending, retryKey: string | null): Bot {
  const sendings = appended(bot.sendings, sending, MAX_STORED_SENDINGS)
  const [oldest = []] = bot.sendings.full
  const dropped = sendings.full[0] === oldest ? [] : oldest.filter(isCampaign)
  const { delivered, at } = sending
  const isLoading = delivered.some(userId => Object.hasOwn(bot.loadingUntil, userId))
  const stillLoading = () => Object.entries(bot.loadingUntil).filter(([id]) => !delivered.includes(id))
  return {
    ...bot,
    sendings,
    oldCampaigns:
      dropped.length === 0 ? bot.oldCampaigns : [...bot.oldCampaigns, ...dropped].slice(-MAX_OLD_CAMPAIGNS),
    ledger: withCounts(bot.ledger, sending),
    loadingUntil: isLoading ? Object.fromEntries(stillLoading()) : bot.loadingUntil,
    retryKeys:
      retryKey === null
        ? bot.retryKeys
        : withToken(bot.retryKeys, retryKey, retriedRequest(sending), at, {
            lifetimeMs: RETRY_KEY_LIFETIME_MS,
          }),
  }
}

export function quotedMessage(bot: Bot, token: string): QuoteToken | undefined {
  const ofUser = tokenValue(bot.quoteTokens, token)
  if (ofUser !== undefined) return ofUser
  const isIt = ({ quoteToken }: { readonly quoteToken?: string }) => quoteToken === token
  const sending = findNewest(bot.sendings, ({ messages }) => messages.some(isIt))
  const message = sending?.messages.find(isIt)
  if (sending === undefined || message === undefined || sending.chatId === null) return undefined
  return { chatId: sending.chatId, messageId: message.id }
}
