import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { DeskAction } from '#contract/desk/calls/approvals.ts'
import type { ServerDeps } from '#server/deps.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import type { DrawProgress } from '#server/draw/seal.ts'
import { Database } from '#server/store/sqlite.ts'
import type { Db, Tables } from '#server/store/tables.ts'

/** How far a step of the draw is. A seal counts each ticket twice: for the copy and for the hash. `total` is 0 until it is known. */
export type Progress = { readonly done: number; readonly total: number }

type Running = Progress & {
  readonly approval: string
  readonly action: DeskAction['action']
  readonly reader: Reader | null
}

/** A connection that reads what is committed, and the number of calls that use it now. */
type Reader = { readonly db: Kysely<Tables>; calls: number }

/** The steps of the draw that this process carries out now. */
export type Work = ReturnType<typeof createWork>

/**
 * Keeps the progress of the steps that take seconds. It is in memory, because the step's transaction does not show its rows
 * to anyone before it ends. So other processes on the same database do not show it, but they cannot start the step again
 * either: they wait for the row of the draw, and then find the request decided.
 */
export function createWork() {
  const running = new Map<string, Running>()
  return {
    /** The progress of an approval's step, or null if it does not run here. */
    of(approval: string): Progress | null {
      const found = running.get(approval)
      return found ? { done: found.done, total: found.total } : null
    },
    /** The step that runs, or null. There is one draw, so two never run at the same time. */
    current: (): Running | null => [...running.values()][0] ?? null,
    /** Returns a connection for a call that only reads, or null if the database's own connections can do that. */
    borrow(): { readonly db: Kysely<Tables>; readonly release: () => void } | null {
      const reader = [...running.values()][0]?.reader
      if (!reader) return null
      reader.calls += 1
      return {
        db: reader.db,
        release() {
          reader.calls -= 1
        },
      }
    },
    /**
     * Starts to keep the progress of a step. `db` is its transaction. `end` must be called after the commit or rollback.
     * Throws STEP_RUNNING if this approval's step runs already.
     */
    async begin(
      { db, dialect }: { readonly db: Db; readonly dialect: ServerDeps['dialect'] },
      { approval, action }: Pick<Running, 'approval' | 'action'>,
    ): Promise<{ readonly progress: DrawProgress; readonly end: () => Promise<void> }> {
      if (running.has(approval)) throw new DrawRefusal('STEP_RUNNING')
      const reader = dialect === 'sqlite' ? await openReader(db) : null
      const set = (progress: Progress) => running.set(approval, { approval, action, reader, ...progress })
      const now = () => running.get(approval) ?? { done: 0, total: 0 }
      set({ done: 0, total: 0 })
      return {
        progress: {
          begin: total => set({ done: 0, total }),
          // SQLite answers at once, so other calls get a turn only if the step gives it to them.
          async step(count) {
            set({ done: now().done + count, total: now().total })
            await nextTurn()
          },
        },
        async end() {
          running.delete(approval)
          while (reader && reader.calls > 0) await nextTurn()
          await reader?.db.destroy()
        },
      }
    },
  }
}

/**
 * Opens a second connection to the database's file. The only other one belongs to the transaction, so without it no page
 * could be read until the step ends. Returns null for a database in memory.
 */
async function openReader(db: Db): Promise<Reader | null> {
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const file = rows[0]?.file
  if (!file) return null
  const database = new Database(file, { readonly: true })
  return { db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }), calls: 0 }
}
