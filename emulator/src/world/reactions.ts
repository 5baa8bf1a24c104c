import { ownEntry } from '../own-entry.ts'

/** How often each user did something, by user id. */
export type Times = Readonly<Record<string, number>>

/** Users' reactions to a message of the account. */
export type MessageReactions = {
  /** Users on whose phones the message was displayed. Each counts once. */
  readonly opened: Times
  /** Taps on the URLs of the message, by URL. */
  readonly clicks: Readonly<Record<string, Times>>
  /** Plays of a video or an audio file that reached a quarter of its length: 0, 25, 50, 75 or 100 percent. */
  readonly plays: Readonly<Record<string, Times>>
}

/** One thing that a user did with a message. */
export type Reaction =
  | { readonly kind: 'opened'; readonly messageId: string }
  | { readonly kind: 'click'; readonly messageId: string; readonly url: string }
  | { readonly kind: 'play'; readonly messageId: string; readonly percent: 0 | 25 | 50 | 75 | 100 }

/** Reactions by message id. */
export type Reactions = Readonly<Record<string, MessageReactions>>

/** Number of messages whose reactions are stored. The oldest are forgotten. */
const MAX_MESSAGES = 1_000

const NONE: MessageReactions = { opened: {}, clicks: {}, plays: {} }

/** Adds one to how often a user did something. */
export const onceMore = (times: Times, userId: string): Times => ({
  ...times,
  [userId]: (ownEntry(times, userId) ?? 0) + 1,
})

/** Adds a reaction. A tap or a play also counts as an impression. */
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
