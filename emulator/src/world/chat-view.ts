import { ownEntry } from '../own-entry.ts'
import type { Friendship } from '../scenario/schema.ts'
import type { Bot, RichMenu } from './bot-state.ts'
import type { SentVia } from './ledger.ts'
import { newestFirst } from './long-list.ts'
import { friendshipOf } from './selectors.ts'
import { quotedMessage } from './sent.ts'
import type { SentMessage, World } from './state.ts'

const MAX_SHOWN = 200

export type ChatEntry = {
  readonly id: string
  readonly at: number
  /** `member` is another user in a group chat or room. `line` is a note such as "Somying joined". */
  readonly from: 'user' | 'member' | 'account' | 'line'
  /** The sender; missing if the account or LINE sent the message. */
  readonly userId?: string
  readonly via: SentMessage['via'] | SentVia | 'note'
  /** A note has the type `note`, its `change`, and the `userIds` of the users who joined or left. */
  readonly message: Readonly<Record<string, unknown>>
  readonly quotedMessageId?: string
  /** Recipient chosen in the share target picker. */
  readonly to?: string
}

/** A group chat or room that the account is or was a member of. */
export type GroupView = {
  readonly id: string
  readonly name: string
  /** User ids, without the official account. */
  readonly members: readonly string[]
  /** False after the account left or was removed. */
  readonly hasAccount: boolean
}

/** A chat as shown on the user's phone. */
export type ChatView = {
  readonly userId: string
  readonly accountId: string
  /** LINE's time, in ms since 1970. */
  readonly now: number
  /** Oldest first. */
  readonly entries: readonly ChatEntry[]
  /** The menu linked to the user, or else the default menu. */
  readonly richMenu: ({ readonly richMenuId: string } & RichMenu['menu']) | null
  readonly loadingUntil: number | null
  /** Time up to which the account has read the messages. */
  readonly readUntil: number | null
  /** Null in the chat with the account. */
  readonly group: GroupView | null
  readonly groups: readonly GroupView[]
  readonly friendship: Friendship
  readonly memberships: readonly MembershipView[]
}

type MembershipView = {
  readonly membershipId: number
  readonly title: string
  /** Number of months as a member; null for non-members. */
  readonly months: number | null
}

type Ordered = { readonly order: number; readonly entry: ChatEntry }

function ofUsers({ messages }: World, userId: string, chatId: string | undefined): Ordered[] {
  const found: Ordered[] = []
  for (const { id, at, via, message, to, quotedMessageId, order = 0, ...sent } of newestFirst(messages)) {
    if (sent.chatId !== chatId || (chatId === undefined && sent.userId !== userId)) continue
    if (found.length >= MAX_SHOWN) break
    const from = sent.userId === userId ? 'user' : 'member'
    const more = {
      ...(to === undefined ? {} : { to }),
      ...(quotedMessageId === undefined ? {} : { quotedMessageId }),
    }
    found.push({ order, entry: { id, at, from, userId: sent.userId, via, message, ...more } })
  }
  return found.reverse()
}

function quotedBy(bot: Bot, { quoteToken }: Readonly<Record<string, unknown>>) {
  if (typeof quoteToken !== 'string') return {}
  const quoted = quotedMessage(bot, quoteToken)
  return quoted === undefined ? {} : { quotedMessageId: quoted.messageId }
}

function ofLine({ bot }: World, chatId: string): Ordered[] {
  const found: Ordered[] = []
  for (const { chatId: to, at, change, userIds, order } of newestFirst(bot.notes)) {
    if (to !== chatId) continue
    if (found.length >= MAX_SHOWN) break
    const message = { type: 'note', change, userIds }
    found.push({ order, entry: { id: `note-${order}`, at, from: 'line', via: 'note', message } })
  }
  return found.reverse()
}

function ofAccount({ bot }: World, userId: string, chatId: string): Ordered[] {
  const found: Ordered[][] = []
  let count = 0
  for (const { chatId: to, delivered, at, via, messages, order = 0 } of newestFirst(bot.sendings)) {
    if ((to ?? userId) !== chatId || !delivered.includes(userId)) continue
    if (count >= MAX_SHOWN) break
    count += messages.length
    found.push(
      messages.map(({ id, message }) => ({
        order,
        entry: { id, at, from: 'account', via, message, ...quotedBy(bot, message) },
      })),
    )
  }
  return found.reverse().flat()
}

export function groupsOf({ scenario, bot }: World, userId: string): readonly GroupView[] {
  return scenario.messaging.groups
    .filter(({ members }) => members.includes(userId))
    .map(({ id, name, members }) => ({ id, name, members, hasAccount: !bot.left.includes(id) }))
}

function richMenuIdOf({ bot }: World, userId: string): string | null {
  const id = ownEntry(bot.menuLinks, userId) ?? bot.defaultMenu
  return id !== null && ownEntry(bot.richMenus, id)?.image ? id : null
}

type Seen = Pick<ChatView, 'now' | 'accountId'>

export function chatView(world: World, userId: string, seen: Seen, group?: GroupView): ChatView {
  const { now } = seen
  const chatId = group?.id ?? userId
  const clearedUntil = group === undefined ? (ownEntry(world.bot.clearedUntil, userId) ?? -1) : -1
  // If the clock is stopped, all messages have the same time.
  const entries = [
    ...ofUsers(world, userId, group?.id),
    ...ofAccount(world, userId, chatId),
    ...ofLine(world, chatId),
  ]
    .filter(({ order }) => order > clearedUntil)
    .sort((a, b) => a.order - b.order || a.entry.at - b.entry.at)
    .slice(-MAX_SHOWN)
    .map(({ entry }) => entry)
  const { richMenus, loadingUntil, readUntil } = world.bot
  const richMenuId = group === undefined ? richMenuIdOf(world, userId) : null
  const menu = richMenuId === null ? undefined : ownEntry(richMenus, richMenuId)?.menu
  const until = ownEntry(loadingUntil, chatId) ?? 0
  return {
    userId,
    ...seen,
    entries,
    richMenu: richMenuId === null || menu === undefined ? null : { richMenuId, ...menu },
    loadingUntil: until > now ? until : null,
    readUntil: ownEntry(readUntil, chatId) ?? null,
    group: group ?? null,
    groups: groupsOf(world, userId),
    friendship: friendshipOf(world.scenario, userId),
    memberships: world.scenario.messaging.memberships.map(({ membershipId, title, members }) => ({
      membershipId,
      title,
      months: members.find(member => member.userId === userId)?.months ?? null,
    })),
  }
}
