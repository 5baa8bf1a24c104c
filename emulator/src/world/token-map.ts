import { ownEntry } from '../own-entry.ts'

/** Grouped by the token's first three characters, so a change copies only one group. */
type Groups<T> = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Leaf<T>>>>>>>
type Leaf<T> = Readonly<Record<string, T>>

/**
 * Values by token, as plain JSON. When the younger half is full or old enough, it replaces the older one, whose tokens
 * are dropped. A token is thus kept for one to two lifetimes.
 */
export type TokenMap<T> = {
  /** When the younger half was started. */
  readonly since: number
  readonly count: number
  readonly young: Groups<T>
  readonly old: Groups<T>
}

/** The age or size at which the younger half replaces the older one. */
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

/** May return an expired value: the caller must check its time. */
export function tokenValue<T>({ young, old }: TokenMap<T>, token: string): T | undefined {
  return ownEntry(leafOf(young, token), token) ?? ownEntry(leafOf(old, token), token)
}

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
    : // If the clock was set back, `since` must not be in the future.
      { ...map, since: Math.min(map.since, now) }
  const leaf = { ...leafOf(young, token), [token]: value }
  return { since, count: count + 1, young: withLeaf(young, token, leaf), old }
}

export function withoutToken<T>(map: TokenMap<T>, token: string): TokenMap<T> {
  const without = (groups: Groups<T>): Groups<T> => {
    const leaf = leafOf(groups, token)
    if (!Object.hasOwn(leaf, token)) return groups
    const { [token]: _, ...others } = leaf
    return withLeaf(groups, token, others)
  }
  return { ...map, young: without(map.young), old: without(map.old) }
}

export function tokenMapOf<T>(record: Readonly<Record<string, T>>): TokenMap<T> {
  return Object.entries(record).reduce<TokenMap<T>>(
    (map, [token, value]) => withToken(map, token, value, 0, { most: Number.POSITIVE_INFINITY }),
    NO_TOKENS,
  )
}

export function tokensOf<T>({ young, old }: TokenMap<T>): readonly string[] {
  return [old, young]
    .flatMap(groups => Object.values(groups))
    .flatMap(inFirst => Object.values(inFirst))
    .flatMap(inSecond => Object.values(inSecond))
    .flatMap(leaf => Object.keys(leaf))
}
