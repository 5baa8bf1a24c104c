import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeOverDecisions } from '#server/cli/take-over-decisions.ts'
import { endEpoch } from '#server/store/epoch.ts'
import { type Database, sqliteOn } from '#server/store/sqlite.ts'
import type { Customer } from './customer.ts'
import type { World } from './world.ts'

export function saveBackup(world: World): string {
  const backup = world.store.backUp()
  if (backup === null) return 'there are no backups'
  const { image, photos } = backup
  const folder = mkdtempSync(join(tmpdir(), 'campaign-day-'))
  const file = join(folder, 'backup.sqlite')
  try {
    writeFileSync(file, image)
    endEpoch(file)
    world.backup = { image: readFileSync(file), photos, changes: [...world.deskChanges] }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return 'saved'
}

const receiptsIn = (database: Database): ReadonlySet<string> =>
  new Set((database.prepare('select id from receipt').all() as { id: string }[]).map(({ id }) => id))

/** Stops both servers, restores the backup as the command line does, and starts the servers again. */
export async function restoreBackup(world: World): Promise<string> {
  const { backup, time, store, chance } = world
  if (backup === null) return 'there is no backup'
  for (const backend of world.backends) backend.kill()
  let takenOver: ReadonlySet<string> = new Set()
  // The clock is frozen while a process works.
  const operator = time.startProcess()
  await operator.work(() =>
    store.restore(backup, async (replaced, restored) => {
      const before = receiptsIn(restored)
      const at = { now: time.now(), random: { bytes: chance.stream(`restore ${time.now()}`).bytes } }
      await sqliteOn(restored)
        .transaction()
        .execute(trx => takeOverDecisions(sqliteOn(replaced), trx, at))
      takenOver = new Set([...receiptsIn(restored)].filter(id => !before.has(id)))
    }),
  )
  operator.end()
  world.restored = { at: time.now(), takenOver }
  world.deskChanges.splice(0, Number.POSITIVE_INFINITY, ...backup.changes)
  for (const customer of world.customers) loseWhatIsLost(world, customer)
  for (const server of [0, 1] as const) await world.restart(server, true)
  // A server runs retention shortly after it starts. After a longer gap, retention would assume that the clock is
  // wrong.
  await world.retain()
  return 'restored'
}

/** Updates the simulated customer with the data that the restore has lost. `docs/offline.md` lists what it may lose. */
function loseWhatIsLost({ store }: World, customer: Customer): void {
  customer.seen = null
  const has = (query: string, ...given: readonly unknown[]) => store.rows(query, ...given).length > 0
  if (customer.customerId !== null && customer.leftAt === null)
    if (!has('select 1 from customer where id = ?', customer.customerId)) {
      // This customer joined after the backup and has to register again. The receipts belong to the lost registration.
      Object.assign(customer, { customerId: null, blockedAt: null, mutedAt: null, promisedUntil: null })
      customer.receipts.length = 0
    }
  for (const receipt of customer.receipts)
    if (receipt.isReceived && !has('select 1 from receipt where id = ?', receipt.id))
      Object.assign(receipt, { isReceived: false, isLost: true })
  for (const [type, codes] of customer.vouchers) {
    const kept = codes.filter(code => has('select 1 from reward_use where code = ?', code))
    if (kept.length > 0) customer.vouchers.set(type, kept)
    else customer.vouchers.delete(type)
  }
}
