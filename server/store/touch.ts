import type { Db } from './tables.ts'

const running = new WeakMap<Db, Set<string>>()

/**
 * Stores the time at which a session was last used, without delaying the call: reads must be answered even while
 * another process holds SQLite's write lock. If the write fails, a later call in the same session stores the time.
 */
export function touchLater(db: Db, table: 'session' | 'desk_session', id: string, now: number): void {
  const ids = running.get(db) ?? new Set<string>()
  running.set(db, ids)
  if (ids.has(id)) return
  ids.add(id)
  void db
    .updateTable(table)
    .set({ used_at: now })
    .where('id', '=', id)
    .execute()
    .catch(() => {})
    .finally(() => ids.delete(id))
}
