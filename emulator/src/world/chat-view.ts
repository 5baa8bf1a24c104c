import { ownEntry } from '../own-entry.ts'
import type { Friendship } from '../scenario/schema.ts'
import type { Bot, RichMenu, SentVia } from './bot-state.ts'
import { newestFirst } from './long-list.ts'
import { quotedMessage } from './quotes.ts'
import { friendshipOf } from './selectors.ts'
import type { SentMessage, World } from './state.ts'

/** Maximum number of messages that a chat shows. The oldest are left out. */
const MAX_SHOWN = 200

/** A message in the chat of a user with the official account. */
export type ChatEntry = {
  readonly id: string
  /** Time by LINE's clock, in ms since 1970. */
  readonly at: number
  /** `member`: another user in a group chat or room. `line`: a note of LINE, such as "Somying joined". */
  readonly from: 'user' | 'member' | 'account' | 'line'
  /** The user who sent it; missing if the account or LINE did. */
  readonly userId?: string
  readonly via: SentMessage['via'] | SentVia | 'note'
  /** The message. A note has the type `note`, its `change` and the `userIds` of those who joined or left. */
  readonly message: Readonly<Record<string, unknown>>
  /** Id of the message that this one quotes. */
  readonly quotedMessageId?: string
  /** Name of the recipient whom the user chose in the share target picker, if the message went there. */
  readonly to?: string
}

/** A group chat or room that the account has been a member of. */
export type GroupView = {
  readonly id: string
  readonly name: string
  /** User ids of the members, without the official account. */
  readonly members: readonly string[]
  /** False after the account was removed or left. */
  readonly hasAccount: boolean
}

/** A chat as the phone of a user shows it: that with the official account, a group chat or a room. */
export type ChatView = {
  readonly userId: string
  /** The official account's own user id, with which a message mentions it. */
  readonly accountId: string
  /** The current time of LINE's clock, in ms since 1970. */
  readonly now: number
  /** The newest messages, oldest first. */
  readonly entries: readonly ChatEntry[]
  /** The user's rich menu: the one that is linked to the user, or else the default one; null if there is none. */
  readonly richMenu: ({ readonly richMenuId: string } & RichMenu['menu']) | null
  /** Time until which the chat shows a loading animation; null if it shows none. */
  readonly loadingUntil: number | null
  /** Time until which the account has read the user's messages; null if it has read none. */
  readonly readUntil: number | null
  /** The group chat or room; null in the chat with the account. */
  readonly group: GroupView | null
  /** The group chats and rooms of the user. */
  readonly groups: readonly GroupView[]
  readonly friendship: Friendship
  /** The account's membership plans. */
  readonly memberships: readonly MembershipView[]
}

/** A membership plan of the account, as a user sees it. */
type MembershipView = {
  readonly membershipId: number
  readonly title: string
  /** Number of months for which the user has been a member; null if the user is not a member. */
  readonly months: number | null
}

type Ordered = { readonly order: number; readonly entry: ChatEntry }

/** Returns the newest messages of users in a chat, as many as a chat shows. `chatId` is undefined for the chat with the account. */
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

/** Returns the id of the message that a message of the account quotes with its token. */
function quotedBy(bot: Bot, { quoteToken }: Readonly<Record<string, unknown>>) {
  if (typeof quoteToken !== 'string') return {}
  const quoted = quotedMessage(bot, quoteToken)
  return quoted === undefined ? {} : { quotedMessageId: quoted.messageId }
}

/** Returns LINE's newest notes in a chat. */
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

/** Returns the newest messages of the account in a chat, at least as many as a chat shows. */
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

/** Returns the group chats and rooms of a user. */
export function groupsOf({ scenario, bot }: World, userId: string): readonly GroupView[] {
  return scenario.messaging.groups
    .filter(({ members }) => members.includes(userId))
    .map(({ id, name, members }) => ({ id, name, members, hasAccount: !bot.left.includes(id) }))
}

/** Returns the id of the rich menu that a user has; null if there is none or it was deleted. */
function richMenuIdOf({ bot }: World, userId: string): string | null {
  const id = ownEntry(bot.menuLinks, userId) ?? bot.defaultMenu
  return id !== null && ownEntry(bot.richMenus, id)?.image ? id : null
}

/** Values that are not part of the world: the time of LINE's clock, and the account's user id. */
type Seen = Pick<ChatView, 'now' | 'accountId'>

/** Returns the chat of a user with the account, or a group of the user. */
export function chatView(world: World, userId: string, seen: Seen, group?: GroupView): ChatView {
  const { now } = seen
  const chatId = group?.id ?? userId
  // The messages of one time, as with a stopped clock, are in the order of the changes that sent them.
  const entries = [
    ...ofUsers(world, userId, group?.id),
    ...ofAccount(world, userId, chatId),
    ...ofLine(world, chatId),
  ]
    .sort((a, b) => a.order - b.order || a.entry.at - b.entry.at)
    .slice(-MAX_SHOWN)
    .map(({ entry }) => entry)
  const { richMenus, loadingUntil, readUntil } = world.bot
  const richMenuId = group === undefined ? richMenuIdOf(world, userId) : null
  const menu = richMenuId === null ? undefined : ownEntry(richMenus, richMenuId)?.menu
  const until = ownEntry(loadingUntil, chatId) ?? 0
  return {
    ...{ userId, ...seen, entries },
    richMenu: richMenuId === null || menu === undefined ? null : { richMenuId, ...menu },
    loadingUntil: until > now ? until : null,
    readUntil: ownEntry(readUntil, chatId) ?? null,
    group: group ?? null,
    groups: groupsOf(world, userId),
    friendship: friendshipOf(world.scenario, userId),
    memberships: world.scenario.messaging.memberships.map(({ membershipId, title, members }) => ({
      ...{ membershipId, title },
      months: members.find(member => member.userId === userId)?.months ?? null,
    })),
  }
}
