import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Larger files are not rewritten, because writes wait for the rewrite, but only for ten seconds. */
export const MAX_REWRITTEN_BYTES = 500_000_000

/**
 * Rewrites the SQLite file, so that the unused parts of its pages contain nothing. When SQLite moves a row to another
 * page, it leaves a copy in the old place, which `secure_delete` does not overwrite. Works in a thread: reads continue,
 * and writes wait. Needs room for two more copies of the file. Returns false if the file is larger than `maxBytes`.
 */
export async function rewriteFile(db: Db, maxBytes = MAX_REWRITTEN_BYTES): Promise<boolean> {
  if ((await fileBytes(db)) > maxBytes) return false
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const file = rows[0]?.file
  // An in-memory database has no file.
  if (!file) return true
  const worker = new Worker(new URL('rewrite-file.mjs', import.meta.url), {
    workerData: file,
    env: {},
    execArgv: [],
  })
  // A stopping server does not wait for the thread. SQLite then keeps the file as it was.
  worker.unref()
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
  return true
}

export async function fileBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}
