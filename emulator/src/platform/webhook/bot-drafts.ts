import type { Bot, Sending } from '../../world/bot-state.ts'
import type { World } from '../../world/state.ts'
import { botUserId } from '../bot/account.ts'

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

/** Returns the draft of the event that says that a message to a phone number was delivered. */
export function deliveryDrafts({ deliveryTag, delivered }: Sending): readonly Draft[] {
  if (deliveryTag === undefined || delivered.length === 0) return []
  return [{ fields: { type: 'delivery', delivery: { data: deliveryTag } }, source: null, canReply: false }]
}

/** Returns the draft of the event that says that the account was linked with the channel as a module, or separated from it. */
function moduleDrafts({ bot, scenario }: World, { moduleScopes, isModuleDetached }: Partial<Bot>): Draft[] {
  const draft = (module: object) => ({ fields: { type: 'module', module }, source: null, canReply: false })
  const botId = botUserId(scenario)
  if (moduleScopes !== undefined) return [draft({ type: 'attached', botId, scopes: moduleScopes })]
  const isSeparated = isModuleDetached === true && !bot.isModuleDetached
  return isSeparated ? [draft({ type: 'detached', botId, reason: 'bot_deleted' })] : []
}

/**
 * Returns drafts of the events that follow from calls of a back end: it left a group, was attached or detached as a module, or
 * took or gave back the control of a chat as a module.
 */
export function botDrafts(world: World, change: Partial<Bot>): readonly Draft[] {
  const { bot } = world
  const { left = [], chatControl = bot.chatControl } = change
  const leaves = left
    .filter(id => !bot.left.includes(id))
    .map(id => ({ fields: { type: 'leave' }, source: groupSource(id), canReply: false }))
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
  return [...leaves, ...activated, ...deactivated, ...moduleDrafts(world, change)]
}
