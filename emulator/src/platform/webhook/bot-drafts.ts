import type { Bot, Sending } from '../../world/bot-state.ts'
import type { World } from '../../world/state.ts'
import { botUserId } from '../account.ts'

export type Source = Readonly<Record<string, string>> & { readonly type: string }

/** A webhook event before it gets ids, times and a reply token. */
export type Draft = {
  readonly fields: Readonly<Record<string, unknown>> & { readonly type: string }
  /** Null for an event that does not belong to a chat. */
  readonly source: Source | null
  readonly canReply: boolean
}

export const userSource = (userId: string): Source => ({ type: 'user', userId })

export function groupSource(chatId: string, userId?: string): Source {
  const chat = chatId.startsWith('C') ? { type: 'group', groupId: chatId } : { type: 'room', roomId: chatId }
  return userId === undefined ? chat : { ...chat, userId }
}

const chatSource = (chatId: string): Source =>
  chatId.startsWith('U') ? userSource(chatId) : groupSource(chatId)

/** LINE confirms delivery only for messages to phone numbers. */
export function deliveryDrafts({ deliveryTag, delivered }: Sending): readonly Draft[] {
  if (deliveryTag === undefined || delivered.length === 0) return []
  return [{ fields: { type: 'delivery', delivery: { data: deliveryTag } }, source: null, canReply: false }]
}

function moduleDrafts({ bot, scenario }: World, { moduleScopes, isModuleDetached }: Partial<Bot>): Draft[] {
  const draft = (module: object) => ({ fields: { type: 'module', module }, source: null, canReply: false })
  const botId = botUserId(scenario)
  if (moduleScopes !== undefined) return [draft({ type: 'attached', botId, scopes: moduleScopes })]
  const isSeparated = isModuleDetached === true && !bot.isModuleDetached
  return isSeparated ? [draft({ type: 'detached', botId, reason: 'bot_deleted' })] : []
}

/** Returns the events caused by a back end's calls. */
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
