import { ownEntry } from '../own-entry.ts'
import { onceMore, type Times } from './reactions.ts'

export type MenuDay = {
  /** How many times each user saw the open menu. */
  readonly seen: Times
  /** Taps by the index of the area. */
  readonly taps: Readonly<Record<string, Times>>
}

/** By menu id and day in Japan time (`yyyyMMdd`). */
export type MenuDays = Readonly<Record<string, Readonly<Record<string, MenuDay>>>>

export type MenuUse = {
  readonly userId: string
  readonly richMenuId: string
  /** Null if the user only saw the menu. */
  readonly area: number | null
  readonly day: string
}

/** Maximum per menu: LINE's reports cover three years. */
const MAX_DAYS = 1_100
const UNUSED: MenuDay = { seen: {}, taps: {} }

/** Counts a view or a tap. A tap without a view counts as both. */
export function withMenuUse(menuDays: MenuDays, { userId, richMenuId, area, day }: MenuUse): MenuDays {
  const days = ownEntry(menuDays, richMenuId) ?? {}
  const { seen, taps } = ownEntry(days, day) ?? UNUSED
  const after: MenuDay =
    area === null
      ? { taps, seen: onceMore(seen, userId) }
      : {
          seen: ownEntry(seen, userId) === undefined ? onceMore(seen, userId) : seen,
          taps: { ...taps, [area]: onceMore(ownEntry(taps, String(area)) ?? {}, userId) },
        }
  const entries = Object.entries({ ...days, [day]: after }).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...menuDays, [richMenuId]: Object.fromEntries(entries.slice(-MAX_DAYS)) }
}
