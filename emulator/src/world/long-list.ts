/** Number of items in a full part of a list. */
const PART = 100

/**
 * A list that grows at its end, as plain JSON. Its parts belong to earlier versions of the list, too: adding an item copies
 * half a part on average, and once in a hundred times the list of parts, never all items.
 */
export type LongList<T> = {
  /** The older items, in parts of a hundred. */
  readonly full: readonly (readonly T[])[]
  /** The newest items: a hundred at most. */
  readonly tail: readonly T[]
}

export const EMPTY_LIST: LongList<never> = { full: [], tail: [] }

/** Returns the list with one more item. It keeps at least the newest `most` items, and at most a hundred more. */
export function appended<T>({ full, tail }: LongList<T>, item: T, most: number): LongList<T> {
  if (tail.length < PART) return { full, tail: [...tail, item] }
  const isFull = full.length * PART >= most
  return { full: [...(isFull ? full.slice(1) : full), tail], tail: [item] }
}

/** Returns a list of these items, without the oldest ones if there are too many. */
export function listOf<T>(items: readonly T[], most: number): LongList<T> {
  const kept = items.slice(-most)
  const start = Math.max(0, Math.ceil(kept.length / PART) - 1) * PART
  const full = Array.from({ length: start / PART }, (_, at) => kept.slice(at * PART, (at + 1) * PART))
  return { full, tail: kept.slice(start) }
}

/** Returns all items of a list, oldest first. */
export function itemsOf<T>({ full, tail }: LongList<T>): readonly T[] {
  return [...full, tail].flat() as T[]
}

/** Goes through a list from its newest item to its oldest one. */
export function* newestFirst<T>({ full, tail }: LongList<T>): Generator<T> {
  for (let at = tail.length - 1; at >= 0; at -= 1) yield tail[at] as T
  for (let part = full.length - 1; part >= 0; part -= 1) {
    const items = full[part] ?? []
    for (let at = items.length - 1; at >= 0; at -= 1) yield items[at] as T
  }
}

/** Returns the newest item that matches. */
export function findNewest<T>(list: LongList<T>, matches: (item: T) => boolean): T | undefined {
  for (const item of newestFirst(list)) if (matches(item)) return item
  return undefined
}

/** Returns the list with other items. Parts without a change stay the same. */
export function mapped<T>({ full, tail }: LongList<T>, change: (item: T) => T): LongList<T> {
  const inPart = (part: readonly T[]) => {
    const after = part.map(change)
    return after.every((item, at) => item === part[at]) ? part : after
  }
  return { full: full.map(inPart), tail: inPart(tail) }
}
