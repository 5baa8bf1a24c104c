import type { Db } from './tables.ts'

const running = new WeakMap<Db, Set<string>>()

/**
 * Stores when a session was used without delaying the call: reads must be answered while another process has SQLite's
 * write lock. If it fails, a later call of the session stores it.
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
