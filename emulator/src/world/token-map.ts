import { ownEntry } from '../own-entry.ts'

/** Values by token, in groups of the tokens with the same first three characters: a change copies one group, not all tokens. */
type Groups<T> = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Leaf<T>>>>>>>
type Leaf<T> = Readonly<Record<string, T>>

/**
 * Values by token, as plain JSON. Adding a token copies few others. When the younger half is full or old, it becomes the
 * older half, and the tokens of the older half are forgotten. So a token is kept for its lifetime, and for twice the lifetime
 * at most.
 */
export type TokenMap<T> = {
  /** Time since which tokens have been added to the younger half, in ms since 1970. */
  readonly since: number
  /** Number of tokens that have been added to the younger half. */
  readonly count: number
  readonly young: Groups<T>
  readonly old: Groups<T>
}

/** When the younger half of a map becomes the older one: after a time, or with a number of tokens. */
export type Bounds = { readonly lifetimeMs: number } | { readonly most: number }

export const NO_TOKENS: TokenMap<never> = { since: 0, count: 0, young: {}, old: {} }

const placeOf = (token: string) => [token.charAt(0), token.charAt(1), token.charAt(2)] as const

function leafOf<T>(groups: Groups<T>, token: string): Leaf<T> {
  const [first, second, third] = placeOf(token)
  return ownEntry(ownEntry(ownEntry(groups, first) ?? {}, second) ?? {}, third) ?? {}
}

function withLeaf<T>(groups: Groups<T>, token: string, leaf: Leaf<T>): Groups<T> {
  const [first, second, third] = placeOf(token)
  const inFirst = ownEntry(groups, first) ?? {}
  const inSecond = ownEntry(inFirst, second) ?? {}
  return { ...groups, [first]: { ...inFirst, [second]: { ...inSecond, [third]: leaf } } }
}

/** Returns the value of a token; undefined if the map does not contain it. The value's own time says whether it has expired. */
export function tokenValue<T>({ young, old }: TokenMap<T>, token: string): T | undefined {
  return ownEntry(leafOf(young, token), token) ?? ownEntry(leafOf(old, token), token)
}

/** Returns the map with one more token. `now` is the time of LINE's clock. */
export function withToken<T>(
  map: TokenMap<T>,
  token: string,
  value: T,
  now: number,
  bounds: Bounds,
): TokenMap<T> {
  const isOver = 'most' in bounds ? map.count >= bounds.most : map.since + bounds.lifetimeMs <= now
  const { since, count, young, old } = isOver
    ? { since: now, count: 0, young: {}, old: map.young }
    : // If the clock was set back, the younger half must not wait until the later time comes again.
      { ...map, since: Math.min(map.since, now) }
  const leaf = { ...leafOf(young, token), [token]: value }
  return { since, count: count + 1, young: withLeaf(young, token, leaf), old }
}

/** Returns the map without a token. */
export function withoutToken<T>(map: TokenMap<T>, token: string): TokenMap<T> {
  const without = (groups: Groups<T>): Groups<T> => {
    const leaf = leafOf(groups, token)
    if (!Object.hasOwn(leaf, token)) return groups
    const { [token]: _, ...others } = leaf
    return withLeaf(groups, token, others)
  }
  return { ...map, young: without(map.young), old: without(map.old) }
}

/** Returns a map of these tokens. */
export function tokenMapOf<T>(record: Readonly<Record<string, T>>): TokenMap<T> {
  return Object.entries(record).reduce<TokenMap<T>>(
    (map, [token, value]) => withToken(map, token, value, 0, { most: Number.POSITIVE_INFINITY }),
    NO_TOKENS,
  )
}

/** Returns all tokens of a map. */
export function tokensOf<T>({ young, old }: TokenMap<T>): readonly string[] {
  return [old, young]
    .flatMap(groups => Object.values(groups))
    .flatMap(inFirst => Object.values(inFirst))
    .flatMap(inSecond => Object.values(inSecond))
    .flatMap(leaf => Object.keys(leaf))
}
