import type * as v from 'valibot'
import { ownEntry } from '../own-entry.ts'
import { invalidAt, type Parsed } from '../scenario/parse.ts'
import { dayOf } from '../world/ledger.ts'
import type { Line } from '../world/line.ts'
import { findNewest, newestFirst } from '../world/long-list.ts'
import type { Reaction } from '../world/reactions.ts'
import type { chatCommand } from './chat-command.ts'

type Command = v.InferOutput<typeof chatCommand>

/** How many of the most recent requests to send messages a user sees when the chat opens. */
const MAX_SEEN = 200

function unseen(line: Line, userId: string, chatId: string | undefined): readonly Reaction[] {
  const { bot } = line.world()
  const found: Reaction[] = []
  let seen = 0
  for (const { chatId: to, delivered, messages } of newestFirst(bot.sendings)) {
    if ((to ?? userId) !== (chatId ?? userId) || !delivered.includes(userId)) continue
    seen += 1
    if (seen > MAX_SEEN) break
    for (const { id: messageId } of messages)
      if (ownEntry(ownEntry(bot.reactions, messageId)?.opened ?? {}, userId) === undefined)
        found.push({ kind: 'opened', messageId })
  }
  return found
}

function countMenuUse(
  line: Line,
  userId: string,
  { richMenuId, area }: NonNullable<Command['richMenu']>,
): Parsed<{ readonly userId: string }> {
  const menu = ownEntry(line.world().bot.richMenus, richMenuId)?.menu
  if (menu === undefined) return invalidAt('richMenu.richMenuId', 'expected the id of a rich menu')
  if (area !== undefined && area >= menu.areas.length)
    return invalidAt('richMenu.area', 'expected the index of an area of the rich menu')
  line.dispatch({ type: 'menu-used', userId, richMenuId, area: area ?? null, day: dayOf(line.now()) })
  return { ok: true, value: { userId } }
}

/** Returns null if the command is not a reaction. */
export function reactTo(
  line: Line,
  userId: string,
  { chatId, read, click, play, richMenu }: Command,
): Parsed<{ readonly userId: string }> | null {
  if (richMenu !== undefined) return countMenuUse(line, userId, richMenu)
  const act = click ?? play
  if (read !== true && act === undefined) return null
  if (read === true) {
    const reactions = unseen(line, userId, chatId)
    if (reactions.length > 0) line.dispatch({ type: 'reacted', userId, reactions })
  }
  if (act !== undefined) {
    const { bot } = line.world()
    const isIt = ({ id }: { readonly id: string }) => id === act.messageId
    const sending = findNewest(bot.sendings, sent => sent.messages.some(isIt))
    if (!sending?.delivered.includes(userId))
      return invalidAt(
        click === undefined ? 'play.messageId' : 'click.messageId',
        'expected a message of the account that the user received',
      )
    const reaction: Reaction = 'url' in act ? { kind: 'click', ...act } : { kind: 'play', ...act }
    line.dispatch({ type: 'reacted', userId, reactions: [reaction] })
  }
  return { ok: true, value: { userId } }
}
