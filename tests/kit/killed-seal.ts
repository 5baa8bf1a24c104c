import { prepareSeal } from '#server/draw/prepare-seal.ts'
import { databaseFile } from '#server/store/data-dir.ts'
import { openSqlite } from '#server/store/sqlite.ts'

/** A program that prepares the seal of the campaign in DATA_DIR and kills itself after DIES_AFTER steps. */
const { DATA_DIR = '', DIES_AFTER = '' } = process.env
let left = Number(DIES_AFTER)
const step = () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
const db = openSqlite(databaseFile(DATA_DIR))
const sealing = { leavePending: false, physical: false, advertised: [] }
await prepareSeal(db, sealing, Date.now(), { begin: () => undefined, step })
await db.destroy()
