import { openStore } from '#server/open-store.ts'
import { runRetention } from '#server/retention/run.ts'

/** Runs retention and kills its own process with SIGKILL after DIES_AFTER statements and file deletions. */
const { DATA_DIR = '', DATABASE_URL, NOW, DIES_AFTER } = process.env
let left = Number(DIES_AFTER)
const live = <T>(result: T): T => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  return result
}
const { db, objects } = await openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || null, s3: null })
const killedDb = db.withPlugin({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => live(result),
})
const deletes = { ...objects, delete: async (key: string) => live(await objects.delete(key)) }
await runRetention({ db: killedDb, objects: deletes }, Number(NOW), { clockIsRight: true })
await db.destroy()
