import { ownEntry } from '../own-entry.ts'
import type { RichMenu, SentVia } from './bot-state.ts'
import type { SentMessage, World } from './state.ts'

/** Maximum number of messages that a chat shows. The oldest are left out. */
const MAX_SHOWN = 200

/** A message in the chat of a user with the official account. */
export type ChatEntry = {
  readonly id: string
  /** Time by LINE's clock, in ms since 1970. */
  readonly at: number
  readonly from: 'user' | 'account'
  readonly via: SentMessage['via'] | SentVia
  readonly message: Readonly<Record<string, unknown>>
  /** Name of the recipient whom the user chose in the share target picker, if the message went there. */
  readonly to?: string
}

/** The chat of a user with the official account, as the phone shows it. */
export type ChatView = {
  readonly userId: string
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
}

type Ordered = { readonly order: number; readonly entry: ChatEntry }

function ofUser({ messages }: World, userId: string): Ordered[] {
  return messages
    .filter(sent => sent.userId === userId && sent.chatId === undefined)
    .map(({ id, at, via, message, to, order = 0 }) => ({
      order,
      entry: { id, at, from: 'user', via, message, ...(to === undefined ? {} : { to }) },
    }))
}

function ofAccount({ bot }: World, userId: string): Ordered[] {
  return bot.sendings
    .filter(({ chatId, delivered }) => delivered.includes(userId) && (chatId ?? userId) === userId)
    .flatMap(({ at, via, messages, order = 0 }) =>
      messages.map(
        ({ id, message }): Ordered => ({
          order,
          entry: { id, at, from: 'account', via, message },
        }),
      ),
    )
}

/** Returns the id of the rich menu that a user has; null if there is none or it was deleted. */
function richMenuIdOf({ bot }: World, userId: string): string | null {
  const id = ownEntry(bot.menuLinks, userId) ?? bot.defaultMenu
  return id !== null && ownEntry(bot.richMenus, id)?.image ? id : null
}

/** Returns the chat of a user. `now` is the time of LINE's clock. */
export function chatView(world: World, userId: string, now: number): ChatView {
  // The messages of one time, as with a stopped clock, are in the order of the changes that sent them.
  const entries = [...ofUser(world, userId), ...ofAccount(world, userId)]
    .sort((a, b) => a.order - b.order || a.entry.at - b.entry.at)
    .slice(-MAX_SHOWN)
    .map(({ entry }) => entry)
  const { richMenus, loadingUntil, readUntil } = world.bot
  const richMenuId = richMenuIdOf(world, userId)
  const menu = richMenuId === null ? undefined : ownEntry(richMenus, richMenuId)?.menu
  const until = ownEntry(loadingUntil, userId) ?? 0
  return {
    ...{ userId, now, entries },
    richMenu: richMenuId === null || menu === undefined ? null : { richMenuId, ...menu },
    loadingUntil: until > now ? until : null,
    readUntil: ownEntry(readUntil, userId) ?? null,
  }
}
