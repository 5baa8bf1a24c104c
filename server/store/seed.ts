import { demoCampaign, ownCampaign } from '#server/data/demo-campaign.ts'
import { demoStores } from '#server/data/demo-stores.ts'
import { type Geography, loadGeography } from '#server/data/geography.ts'
import { lockStore } from './lock.ts'
import { stampMaster } from './master.ts'
import type { Db } from './tables.ts'
import { inTransaction } from './transaction.ts'

/** Rows an insert carries: with four columns, well under PostgreSQL's and SQLite's limits on parameters. */
const BATCH_ROWS = 1000

/** Something to try, with stores and questions, open at once; or the organiser's own, empty and not yet open. */
export type SeedKind = 'demo' | 'own'

/**
 * Fills an empty, migrated database with the address lists and a campaign around `now` (milliseconds). What is there
 * already is left alone: a second call changes nothing, and neither does one on a campaign of the organiser's own.
 */
export async function seedCampaign(db: Db, now: number, kind: SeedKind = 'demo'): Promise<void> {
  const geography = await loadGeography()
  await inTransaction(db, async transaction => {
    // Of several processes that start on an empty database one makes the campaign.
    await lockStore(transaction)
    await seedGeography(transaction, geography)
    const existing = await transaction.selectFrom('campaign').select('id').executeTakeFirst()
    if (existing) return
    await insertCampaign(transaction, kind === 'demo' ? demoCampaign(now) : ownCampaign(now))
    if (kind === 'demo') await insertDemoContent(transaction, now)
    await stampMaster(transaction)
  })
}

async function seedGeography(db: Db, geography: Geography): Promise<void> {
  const last = geography.subdistricts.at(-1)
  if (!last) return
  // The lists are written in one transaction, the subdistricts last: with the last one there, all of it is.
  const done = await db.selectFrom('subdistrict').select('id').where('id', '=', last.id).executeTakeFirst()
  if (done) return
  const provinces = geography.provinces.map(p => ({ id: p.id, name_th: p.nameTh, name_en: p.nameEn }))
  const districts = geography.districts.map(d => ({ id: d.id, province_id: d.provinceId, name_th: d.nameTh }))
  const subdistricts = geography.subdistricts.map(s => ({
    id: s.id,
    district_id: s.districtId,
    name_th: s.nameTh,
    postal_code: s.postalCode,
  }))
  for (const rows of batches(provinces)) await insert(db, 'province', rows)
  for (const rows of batches(districts)) await insert(db, 'district', rows)
  for (const rows of batches(subdistricts)) await insert(db, 'subdistrict', rows)
}

async function insertCampaign(db: Db, made: ReturnType<typeof demoCampaign>): Promise<void> {
  await db
    .insertInto('draw')
    .values(made.draw)
    .onConflict(c => c.doNothing())
    .execute()
  await db
    .insertInto('reward_kind')
    .values(made.rewardKinds)
    .onConflict(c => c.doNothing())
    .execute()
  await db
    .insertInto('reward_stock')
    .values(made.stock)
    .onConflict(c => c.doNothing())
    .execute()
  await db.insertInto('campaign').values(made.campaign).execute()
}

async function insertDemoContent(db: Db, now: number): Promise<void> {
  await db
    .insertInto('store')
    .values(demoStores())
    .onConflict(c => c.doNothing())
    .execute()
  await db
    .insertInto('question')
    .values(demoCampaign(now).questions)
    .onConflict(c => c.doNothing())
    .execute()
}

type Lists = {
  province: { id: number; name_th: string; name_en: string }
  district: { id: number; province_id: number; name_th: string }
  subdistrict: { id: number; district_id: number; name_th: string; postal_code: string }
}

async function insert<T extends keyof Lists>(db: Db, table: T, rows: Lists[T][]): Promise<void> {
  await db
    .insertInto(table as 'province')
    .values(rows as unknown as Lists['province'][])
    .onConflict(c => c.doNothing())
    .execute()
}

function batches<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < rows.length; at += BATCH_ROWS) parts.push(rows.slice(at, at + BATCH_ROWS))
  return parts
}
