import { ownEntry } from '../../own-entry.ts'
import type { Sending } from '../../world/bot-state.ts'
import type { MessageReactions, Reactions, Times } from '../../world/reactions.ts'

/** If a statistic covers fewer users than this, LINE returns null for it. */
export const LEAST_USERS = 20

const PARTS = [0, 25, 50, 75, 100] as const

function urlsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) =>
    (key === 'uri' || key === 'linkUri') && /^https?:/.test(String(field)) ? [String(field)] : urlsIn(field),
  )
}

function together(all: readonly Times[]): Times {
  const sum: Record<string, number> = {}
  for (const times of all)
    for (const [userId, count] of Object.entries(times)) sum[userId] = (sum[userId] ?? 0) + count
  return sum
}

/** Both counts are null if there are too few users. */
function counted(times: Times): { readonly times: number | null; readonly users: number | null } {
  const users = Object.keys(times).length
  if (users < LEAST_USERS) return { times: null, users: null }
  return { users, times: Object.values(times).reduce((sum, count) => sum + count, 0) }
}

const playsOf = (reactions: readonly MessageReactions[], part: number): Times =>
  together(reactions.map(({ plays }) => ownEntry(plays, String(part)) ?? {}))

const clicksOf = (reactions: readonly MessageReactions[], ...urls: readonly string[]): Times =>
  together(reactions.flatMap(({ clicks }) => urls.map(url => ownEntry(clicks, url) ?? {})))

function bubbleNumbers(reactions: readonly MessageReactions[]) {
  const plays = PARTS.flatMap(part => {
    const { times, users } = counted(playsOf(reactions, part))
    const name = part === 0 ? 'ediaPlayed' : `ediaPlayed${part}Percent`
    return [[`m${name}`, times] as const, [`uniqueM${name}`, users] as const]
  })
  const { times: impression } = counted(together(reactions.map(({ opened }) => opened)))
  return { impression, ...Object.fromEntries(plays) }
}

export function statisticsOf(reactions: Reactions, sendings: readonly Sending[]) {
  const bubbles = Math.max(0, ...sendings.map(({ messages }) => messages.length))
  const inBubble = (at: number) =>
    sendings.flatMap(({ messages }) => ownEntry(reactions, messages[at]?.id ?? '') ?? [])
  const all = Array.from({ length: bubbles }, (_, at) => inBubble(at))
  const everything = all.flat()
  const urls = new Map<string, { readonly at: number; readonly url: string }>()
  for (const { messages } of sendings)
    for (const [at, { message }] of messages.entries())
      for (const url of urlsIn(message)) urls.set(`${at} ${url}`, { at, url })
  return {
    overview: {
      uniqueImpression: counted(together(everything.map(({ opened }) => opened))).users,
      uniqueClick: counted(clicksOf(everything, ...new Set([...urls.values()].map(({ url }) => url)))).users,
      uniqueMediaPlayed: counted(playsOf(everything, 0)).users,
      uniqueMediaPlayed100Percent: counted(playsOf(everything, 100)).users,
    },
    messages: all.map((ofBubble, at) => ({ seq: at + 1, ...bubbleNumbers(ofBubble) })),
    clicks: [...urls.values()].map(({ at, url }) => {
      const { times: click, users: uniqueClick } = counted(clicksOf(all[at] ?? [], url))
      const { users: uniqueClickOfRequest } = counted(clicksOf(everything, url))
      return { seq: at + 1, url, click, uniqueClick, uniqueClickOfRequest }
    }),
  }
}
