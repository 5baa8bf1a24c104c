import { assertNever } from '../assert-never.ts'
import { MAX_CONTENTS_BYTES } from '../limits.ts'
import type { Scenario } from '../scenario/schema.ts'
import type { Bot, MessageContent } from './bot-state.ts'
import type { WorldEvent } from './event.ts'
import type { World } from './state.ts'

type Of<Type extends WorldEvent['type']> = Extract<WorldEvent, { readonly type: Type }>

/** Returns the world after a change of the official account. */
function inBot(world: World, change: Partial<Bot>): World {
  return { ...world, bot: { ...world.bot, ...change } }
}

function inMessaging(world: World, change: Partial<Scenario['messaging']>): World {
  const { scenario } = world
  return { ...world, scenario: { ...scenario, messaging: { ...scenario.messaging, ...change } } }
}

const sizeOf = ({ base64, preview }: MessageContent): number => base64.length + (preview?.base64.length ?? 0)

/** Returns the contents with a new one, without the oldest ones if all are too large together. */
function withContent(contents: Bot['contents'], id: string, content: MessageContent): Bot['contents'] {
  const entries = [...Object.entries(contents), [id, content] as const]
  let size = entries.reduce((sum, [, each]) => sum + sizeOf(each), 0)
  while (size > MAX_CONTENTS_BYTES && entries.length > 1) {
    const [, oldest] = entries.shift() ?? entries[0] ?? [id, content]
    size -= sizeOf(oldest)
  }
  return Object.fromEntries(entries)
}

/** Replaces a message by the note that the user unsent it. Its text and its file are gone, as in LINE. */
function withoutMessage(world: World, messageId: string): World {
  const messages = world.messages.map(sent =>
    sent.id === messageId ? { ...sent, message: { type: 'unsent' } } : sent,
  )
  const contents = Object.fromEntries(Object.entries(world.bot.contents).filter(([id]) => id !== messageId))
  return inBot({ ...world, messages }, { contents })
}

/** Applies a change of a group chat or room, or of the account's place in it. */
function groupChanged(
  world: World,
  event: Of<'group-joined'> | Of<'group-left'> | Of<'members-changed'>,
): World {
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

/** Applies that a user joined, renewed or left a membership. */
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
  | 'content-stored'
  | 'group-joined'
  | 'group-left'
  | 'members-changed'
  | 'membership-changed'
  | 'message-unsent'
>

/** Applies an event of the official account and its chats. */
export function chatChanged(world: World, event: ChatEvent): World {
  const { bot } = world
  switch (event.type) {
    case 'account-linked': {
      const others = Object.entries(bot.linkTokens).filter(([token]) => token !== event.linkToken)
      return inBot(world, { linkTokens: Object.fromEntries(others) })
    }
    case 'bot-changed':
      return inBot(world, event.change)
    case 'content-stored':
      return inBot(world, { contents: withContent(bot.contents, event.messageId, event.content) })
    case 'message-unsent':
      return withoutMessage(world, event.messageId)
    case 'group-joined':
    case 'group-left':
    case 'members-changed':
      return groupChanged(world, event)
    case 'membership-changed':
      return membershipChanged(world, event)
    default:
      return assertNever(event)
  }
}
