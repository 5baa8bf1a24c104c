import { MAX_MISSION_STICKERS, MAX_STORED_MESSAGES, MAX_STORED_SENDINGS } from '../limits.ts'
import { type Bot, newBot, type Sending } from './bot-state.ts'
import { type Ledger, withCounts } from './ledger.ts'
import { type LongList, listOf } from './long-list.ts'
import { retriedRequest } from './sent.ts'
import type { SentMessage } from './state.ts'
import { type TokenMap, tokenMapOf } from './token-map.ts'

type Stored = Readonly<Record<string, unknown>>

/** True for an array (older snapshots) or a list in parts (newer snapshots). */
export function isStoredList(stored: unknown): boolean {
  const { full, tail } = Object(stored) as { readonly full?: unknown; readonly tail?: unknown }
  return Array.isArray(stored) || (Array.isArray(full) && full.every(Array.isArray) && Array.isArray(tail))
}

function listFrom<T>(stored: unknown, most: number): LongList<T> {
  return Array.isArray(stored) ? listOf(stored as T[], most) : (stored as LongList<T>)
}

function tokensFrom<T>(stored: unknown): TokenMap<T> {
  const map = stored as TokenMap<T> | Readonly<Record<string, T>>
  return typeof map.since === 'number' ? (map as TokenMap<T>) : tokenMapOf(map as Readonly<Record<string, T>>)
}

/** In older snapshots, each retry key maps to the position of its request. */
function keysByPosition(stored: unknown, sendings: readonly Sending[]): Bot['retryKeys'] {
  const groups = Object.values(stored as Readonly<Record<string, Readonly<Record<string, number>>>>)
  const entries = groups.flatMap(Object.entries).flatMap(([key, position]) => {
    const sending = sendings[Number(position)]
    return sending === undefined ? [] : [[key, retriedRequest(sending)] as const]
  })
  return tokenMapOf(Object.fromEntries(entries))
}

export function upgradedMessages(stored: unknown): LongList<SentMessage> {
  return listFrom(stored, MAX_STORED_MESSAGES)
}

/** Older snapshots contain arrays and plain records, but no counts. */
export function upgradedBot(given: object): Bot {
  const stored: Stored = { ...newBot(), ...given }
  const isOlder = Array.isArray(stored.sendings)
  const all: readonly Sending[] = isOlder ? (stored.sendings as Sending[]) : []
  return {
    ...(stored as Bot),
    sendings: listFrom(stored.sendings, MAX_STORED_SENDINGS),
    ...(isOlder ? { ledger: all.reduce<Ledger>(withCounts, {}) } : {}),
    retryKeys: isOlder ? keysByPosition(stored.retryKeys, all) : (stored.retryKeys as Bot['retryKeys']),
    replyTokens: tokensFrom(stored.replyTokens),
    linkTokens: tokensFrom(stored.linkTokens),
    readTokens: tokensFrom(stored.readTokens),
    missionStickers: listFrom(stored.missionStickers, MAX_MISSION_STICKERS),
  }
}
