import { ownEntry } from '../own-entry.ts'

/** Number of times by user id. */
export type Times = Readonly<Record<string, number>>

export type MessageReactions = {
  /** Users whose phones displayed the message, each counted once. */
  readonly opened: Times
  /** Taps by URL. */
  readonly clicks: Readonly<Record<string, Times>>
  /** Plays by the percentage reached. */
  readonly plays: Readonly<Record<string, Times>>
}

export type Reaction =
  | { readonly kind: 'opened'; readonly messageId: string }
  | { readonly kind: 'click'; readonly messageId: string; readonly url: string }
  | { readonly kind: 'play'; readonly messageId: string; readonly percent: 0 | 25 | 50 | 75 | 100 }

export type Reactions = Readonly<Record<string, MessageReactions>>

const MAX_MESSAGES = 1_000

const NONE: MessageReactions = { opened: {}, clicks: {}, plays: {} }

export const onceMore = (times: Times, userId: string): Times => ({
  ...times,
  [userId]: (ownEntry(times, userId) ?? 0) + 1,
})

/** A tap or a play is also counted as an impression. */
export function withReaction(reactions: Reactions, userId: string, reaction: Reaction): Reactions {
  const { messageId } = reaction
  const before = ownEntry(reactions, messageId) ?? NONE
  const seen = { ...before, opened: { ...before.opened, [userId]: 1 } }
  const after: MessageReactions =
    reaction.kind === 'opened'
      ? seen
      : reaction.kind === 'click'
        ? {
            ...seen,
            clicks: {
              ...before.clicks,
              [reaction.url]: onceMore(ownEntry(before.clicks, reaction.url) ?? {}, userId),
            },
          }
        : {
            ...seen,
            plays: {
              ...before.plays,
              [reaction.percent]: onceMore(ownEntry(before.plays, String(reaction.percent)) ?? {}, userId),
            },
          }
  const entries = Object.entries({ ...reactions, [messageId]: after })
  return Object.fromEntries(entries.slice(-MAX_MESSAGES))
}
