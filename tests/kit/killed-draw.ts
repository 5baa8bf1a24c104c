import { prepareSeal } from '#server/draw/prepare-seal.ts'
import { prepareRun, runDraw } from '#server/draw/run.ts'
import { systemRandom } from '#server/random.ts'
import { databaseFile } from '#server/store/data-dir.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { inTransaction } from '#server/store/transaction.ts'

/**
 * Prepares a seal or, if BEACON is set, runs the draw at the time AT. Kills its own process after DIES_AFTER steps; a
 * draw never gets as far as its commit.
 */
const { DATA_DIR = '', DIES_AFTER = '', BEACON, AT = '' } = process.env
const die = () => process.kill(process.pid, 'SIGKILL')
let left = Number(DIES_AFTER)
const step = () => {
  left -= 1
  if (left === 0) die()
}
const progress = { begin: () => undefined, step }
const db = openSqlite(databaseFile(DATA_DIR))
if (BEACON === undefined) {
  const sealing = { leavePending: false, physical: false, advertised: [] }
  await prepareSeal(db, sealing, Date.now(), progress)
} else {
  const at = { now: Number(AT), random: systemRandom() }
  const prepared = await prepareRun(db, BEACON, at, progress)
  await inTransaction(db, async trx => {
    await runDraw(trx, BEACON, at, progress, prepared)
    die()
  })
}
await db.destroy()
