import { expect, test } from 'vitest'
import { pendingByRisk } from '#server/review/queue.ts'
import { scorePending } from '#server/review/score-pending.ts'
import { fraudKinds, fraudWorld, type Generated } from '#tests/kit/fraud-world.ts'
import { addHonest } from '#tests/kit/honest-receipts.ts'
import { NOON } from '#tests/kit/noon.ts'
import { insert } from '#tests/kit/rows.ts'
import { openSeeded } from '#tests/kit/seeded.ts'
import { addFrauds } from '#tests/kit/seeded-frauds.ts'
import { receiptIdOf, storeAccounts, storeReceipts } from '#tests/kit/store-frauds.ts'

const RECEIPTS = 10_000
const FRAUDS = 500
const SEED = 1

/** Provinces of the stores outside Bangkok. A third of all stores are in Bangkok. */
const PROVINCES = [
  11, 12, 13, 14, 20, 21, 22, 24, 30, 31, 34, 40, 41, 44, 45, 50, 52, 57, 60, 63, 65, 70, 73, 77, 80, 83, 84,
  90,
]
const CHAINS = ['บ้านดีมาร์ท', 'สุขใจซูเปอร์', 'ฟ้าใสเฟรช', 'ตลาดทองพลาซ่า']

async function generated() {
  const db = await openSeeded(NOON)
  const stores = [...Array(14).fill(10), ...PROVINCES].map((province: number, at) => ({
    id: 500 + at,
    chain: CHAINS[at % CHAINS.length] ?? '',
    province,
  }))
  const rows = stores.map(one => ({
    id: one.id,
    chain: one.chain,
    name_th: `${one.chain} ${one.id}`,
    branch: String(one.id),
    province_id: one.province,
    code: `S-${one.id}`,
    active: 1,
  }))
  await insert({ db }, 'store', rows)
  const places = await db.selectFrom('subdistrict').select('id').orderBy('id').execute()
  const world = fraudWorld(
    SEED,
    NOON,
    stores,
    places.map(row => row.id),
  )
  addHonest(world, RECEIPTS - FRAUDS)
  for (const kind of fraudKinds) addFrauds(world, kind, Math.ceil(FRAUDS / fraudKinds.length))
  return { db, world }
}

test('of 10,000 receipts, at least 90 % of the frauds are in the first 10 % of the queue', async () => {
  const { db, world } = await generated()
  await storeAccounts(db, world.accounts)
  const inOrder = world.receipts.toSorted((a, b) => a.createdAt - b.createdAt)
  // The server scores receipts while others arrive, so an earlier receipt must be scored again because of a later one.
  const parts = 4
  for (let part = 0; part < parts; part += 1) {
    const from = Math.floor((inOrder.length * part) / parts)
    await storeReceipts(db, inOrder.slice(from, Math.floor((inOrder.length * (part + 1)) / parts)))
    while ((await scorePending(db)) > 0);
  }
  const queue = await pendingByRisk(db).select('receipt.id').execute()
  const first = new Set(queue.slice(0, queue.length / 10).map(row => row.id))
  const found = (all: readonly Generated[]) =>
    all.filter(one => first.has(receiptIdOf(one))).length / all.length
  const byKind = Object.fromEntries(
    fraudKinds.map(kind => [kind, found(world.receipts.filter(one => one.kind === kind))]),
  )
  const frauds = world.receipts.filter(one => one.kind !== null)
  expect(found(frauds)).toBeGreaterThanOrEqual(0.9)
  expect(Object.values(byKind).filter(share => share < 0.8)).toEqual([])
  await db.destroy()
}, 600_000)
