import { assertNever } from '../assert-never.ts'
import { MAX_CONTENTS_BYTES, MAX_STORED_MESSAGES } from '../limits.ts'
import type { Scenario } from '../scenario/schema.ts'
import type { Bot, ChatNote, MessageContent } from './bot-state.ts'
import type { WorldEvent } from './event.ts'
import { appended, mapped } from './long-list.ts'
import { withMenuUse } from './menu-days.ts'
import { withReaction } from './reactions.ts'
import { afterSending } from './sent.ts'
import { nextOrder, type World } from './state.ts'
import { withoutToken } from './token-map.ts'

type Of<Type extends WorldEvent['type']> = Extract<WorldEvent, { readonly type: Type }>

function inBot(world: World, change: Partial<Bot>): World {
  return { ...world, bot: { ...world.bot, ...change } }
}

function inMessaging(world: World, change: Partial<Scenario['messaging']>): World {
  const { scenario } = world
  return { ...world, scenario: { ...scenario, messaging: { ...scenario.messaging, ...change } } }
}

const sizeOf = ({ base64, preview }: MessageContent): number => base64.length + (preview?.base64.length ?? 0)

function withContent(contents: Bot['contents'], id: string, content: MessageContent): Bot['contents'] {
  const entries = [...Object.entries(contents), [id, content] as const]
  let size = entries.reduce((sum, [, each]) => sum + sizeOf(each), 0)
  while (size > MAX_CONTENTS_BYTES && entries.length > 1) {
    const [, oldest] = entries.shift() ?? entries[0] ?? [id, content]
    size -= sizeOf(oldest)
  }
  return Object.fromEntries(entries)
}

function withoutMessage(world: World, messageId: string): World {
  const messages = mapped(world.messages, sent =>
    sent.id === messageId ? { ...sent, message: { type: 'unsent' } } : sent,
  )
  const contents = Object.fromEntries(Object.entries(world.bot.contents).filter(([id]) => id !== messageId))
  return inBot({ ...world, messages }, { contents })
}

type GroupEvent = Of<'group-joined'> | Of<'group-left'> | Of<'members-changed'>

function notesAfter(world: World, event: GroupEvent): Bot['notes'] {
  const { at } = event
  const note = (change: ChatNote['change'], chatId: string, userIds: readonly string[] = []) =>
    appended(world.bot.notes, { chatId, at, change, userIds, order: nextOrder(world) }, MAX_STORED_MESSAGES)
  if (event.type === 'group-joined') return note('accountJoined', event.group.id)
  if (event.type === 'group-left') return note('accountRemoved', event.groupId)
  return note(event.change, event.groupId, event.userIds)
}

function groupChanged(world: World, event: GroupEvent): World {
  const { groups } = world.scenario.messaging
  const { left } = world.bot
  switch (event.type) {
    case 'group-joined': {
      const others = groups.filter(({ id }) => id !== event.group.id)
      const joined = inMessaging(world, { groups: [...others, event.group] })
      return inBot(joined, { left: left.filter(id => id !== event.group.id) })
    }
    case 'group-left':
      return inBot(world, { left: [...left, event.groupId] })
    case 'members-changed':
      return inMessaging(world, {
        groups: groups.map(group => {
          if (group.id !== event.groupId) return group
          const others = group.members.filter(id => !event.userIds.includes(id))
          return { ...group, members: event.change === 'left' ? others : [...others, ...event.userIds] }
        }),
      })
  }
}

function membershipChanged(world: World, event: Of<'membership-changed'>): World {
  const { userId, membershipId, change, at } = event
  return inMessaging(world, {
    memberships: world.scenario.messaging.memberships.map(plan => {
      if (plan.membershipId !== membershipId) return plan
      const others = plan.members.filter(member => member.userId !== userId)
      if (change === 'left') return { ...plan, members: others }
      if (change === 'joined') return { ...plan, members: [...others, { userId, joinedAt: at, months: 1 }] }
      const members = plan.members.map(member =>
        member.userId === userId ? { ...member, months: member.months + 1 } : member,
      )
      return { ...plan, members }
    }),
  })
}

type ChatEvent = Of<
  | 'account-linked'
  | 'bot-changed'
  | 'bot-sent'
  | 'content-stored'
  | 'group-joined'
  | 'group-left'
  | 'members-changed'
  | 'membership-changed'
  | 'menu-used'
  | 'message-unsent'
  | 'reacted'
>

export function chatChanged(world: World, event: ChatEvent): World {
  const { bot } = world
  switch (event.type) {
    case 'account-linked':
      return inBot(world, { linkTokens: withoutToken(bot.linkTokens, event.linkToken) })
    case 'bot-sent':
      return { ...world, bot: afterSending(bot, event.sending, event.retryKey) }
    case 'bot-changed':
      return inBot(world, event.change)
    case 'content-stored':
      return inBot(world, { contents: withContent(bot.contents, event.messageId, event.content) })
    case 'message-unsent':
      return withoutMessage(world, event.messageId)
    case 'menu-used':
      return inBot(world, { menuDays: withMenuUse(bot.menuDays, event) })
    case 'reacted': {
      const { reactions, userId } = event
      return inBot(world, {
        reactions: reactions.reduce((all, each) => withReaction(all, userId, each), bot.reactions),
      })
    }
    case 'group-joined':
    case 'group-left':
    case 'members-changed':
      return inBot(groupChanged(world, event), { notes: notesAfter(world, event) })
    case 'membership-changed':
      return membershipChanged(world, event)
    default:
      return assertNever(event)
  }
}
