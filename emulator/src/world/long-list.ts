const PART = 100

/** An append-only list as plain JSON, split into parts of a hundred items, so that an append copies only one part. */
export type LongList<T> = {
  readonly full: readonly (readonly T[])[]
  readonly tail: readonly T[]
}

export const EMPTY_LIST: LongList<never> = { full: [], tail: [] }

/** Returns the list with `item` added. Keeps the newest `most` items, and up to a hundred more. */
export function appended<T>({ full, tail }: LongList<T>, item: T, most: number): LongList<T> {
  if (tail.length < PART) return { full, tail: [...tail, item] }
  const isFull = full.length * PART >= most
  return { full: [...(isFull ? full.slice(1) : full), tail], tail: [item] }
}

export function listOf<T>(items: readonly T[], most: number): LongList<T> {
  const kept = items.slice(-most)
  const start = Math.max(0, Math.ceil(kept.length / PART) - 1) * PART
  const full = Array.from({ length: start / PART }, (_, at) => kept.slice(at * PART, (at + 1) * PART))
  return { full, tail: kept.slice(start) }
}

/** Oldest first. */
export function itemsOf<T>({ full, tail }: LongList<T>): readonly T[] {
  return [...full, tail].flat() as T[]
}

export function* newestFirst<T>({ full, tail }: LongList<T>): Generator<T> {
  for (let at = tail.length - 1; at >= 0; at -= 1) yield tail[at] as T
  for (let part = full.length - 1; part >= 0; part -= 1) {
    const items = full[part] ?? []
    for (let at = items.length - 1; at >= 0; at -= 1) yield items[at] as T
  }
}

export function findNewest<T>(list: LongList<T>, matches: (item: T) => boolean): T | undefined {
  for (const item of newestFirst(list)) if (matches(item)) return item
  return undefined
}

/** Reuses the parts that do not change. */
export function mapped<T>({ full, tail }: LongList<T>, change: (item: T) => T): LongList<T> {
  const inPart = (part: readonly T[]) => {
    const after = part.map(change)
    return after.every((item, at) => item === part[at]) ? part : after
  }
  return { full: full.map(inPart), tail: inPart(tail) }
}
