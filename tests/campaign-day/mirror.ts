import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Database } from '#server/store/sqlite.ts'

type Table = {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** In milliseconds of real time. */
const WAIT_MS = 60_000

/**
 * Mirrors a PostgreSQL database into SQLite, so that promises can be checked synchronously, in the middle of an event.
 * `all` lists the tables of the database at `url`. `database` must have the same tables.
 */
export function mirrorTo(database: Database, url: string, all: readonly string[]) {
  const { port1: port, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const reader = new Worker(new URL('./postgres-reader.mjs', import.meta.url), {
    workerData: { port: port2, signal, url },
    transferList: [port2],
  })
  reader.unref()
  database.pragma('foreign_keys = OFF')
  const triggers = database.prepare("select name from sqlite_master where type = 'trigger'").pluck().all()
  for (const name of triggers) database.exec(`drop trigger "${name}"`)
  let stale = new Set(all)

  function read(tables: readonly string[]): readonly Table[] {
    Atomics.store(signal, 0, 0)
    port.postMessage(tables)
    if (Atomics.wait(signal, 0, 0, WAIT_MS) === 'timed-out') throw new Error('PostgreSQL does not answer.')
    const answer: readonly Table[] | string = receiveMessageOnPort(port)?.message
    if (typeof answer === 'string') throw new Error(answer)
    return answer
  }

  const replace = database.transaction((tables: readonly Table[]) => {
    for (const { table, columns, rows } of tables) {
      database.exec(`delete from "${table}"`)
      const [fields, marks] = [columns.map(name => `"${name}"`).join(), columns.map(() => '?').join()]
      const insert = database.prepare(`insert into "${table}" (${fields}) values (${marks})`)
      for (const row of rows) insert.run(...row)
    }
  })

  return {
    /** Marks the tables whose rows a statement has changed, or `all` if that is unknown. */
    changed(tables: readonly string[] | 'all') {
      for (const table of tables === 'all' ? all : tables) stale.add(table)
    },
    /** Copies the changed tables. Blocks the thread until it is done. */
    refresh() {
      if (stale.size === 0) return
      replace(read([...stale]))
      stale = new Set()
    },
    async close() {
      port.close()
      await reader.terminate()
    },
  }
}
