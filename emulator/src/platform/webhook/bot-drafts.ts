import type { Bot } from '../../world/bot-state.ts'
import type { World } from '../../world/state.ts'

/** The chat of an event. */
export type Source = Readonly<Record<string, string>> & { readonly type: string }

/** An event of a webhook without its ids, times and reply token. */
export type Draft = {
  readonly fields: Readonly<Record<string, unknown>> & { readonly type: string }
  /** Null for an event that names no chat. */
  readonly source: Source | null
  /** False for events to which the account cannot reply. */
  readonly canReply: boolean
}

export const userSource = (userId: string): Source => ({ type: 'user', userId })

/** Returns the source of events in a group chat or room; without a user for those of the chat itself. */
export function groupSource(chatId: string, userId?: string): Source {
  const chat = chatId.startsWith('C') ? { type: 'group', groupId: chatId } : { type: 'room', roomId: chatId }
  return userId === undefined ? chat : { ...chat, userId }
}

const chatSource = (chatId: string): Source =>
  chatId.startsWith('U') ? userSource(chatId) : groupSource(chatId)

/**
 * Returns drafts of the events that follow from calls of a back end: it left a group, sent to a phone number, or took or gave
 * back the control of a chat as a module.
 */
export function botDrafts({ bot }: World, change: Partial<Bot>): readonly Draft[] {
  const { left = [], sendings = [], chatControl = bot.chatControl } = change
  const leaves = left
    .filter(id => !bot.left.includes(id))
    .map(id => ({ fields: { type: 'leave' }, source: groupSource(id), canReply: false }))
  const deliveries = sendings
    .slice(bot.sendings.length)
    .flatMap(({ deliveryTag, delivered }) =>
      deliveryTag === undefined || delivered.length === 0
        ? []
        : [{ fields: { type: 'delivery', delivery: { data: deliveryTag } }, source: null, canReply: false }],
    )
  const activated = Object.entries(chatControl)
    .filter(([id, expireAt]) => bot.chatControl[id] !== expireAt)
    .map(([id, expireAt]) => ({
      fields: { type: 'activated', chatControl: { expireAt } },
      source: chatSource(id),
      canReply: false,
    }))
  const deactivated = Object.keys(bot.chatControl)
    .filter(id => !Object.hasOwn(chatControl, id))
    .map(id => ({ fields: { type: 'deactivated' }, source: chatSource(id), canReply: false }))
  return [...leaves, ...deliveries, ...activated, ...deactivated]
}
