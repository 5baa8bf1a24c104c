import { readFile } from 'node:fs/promises'
import { definition } from '#campaign/definition.ts'
import { chunksOf } from '#server/chunks.ts'
import { lockDatabase } from '#server/store/lock.ts'
import { updateMasterVersion } from '#server/store/master.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { campaignRows, hasRelativeDates } from './definition.ts'
import { type Geography, loadGeography } from './geography.ts'
import { readStores } from './stores-csv.ts'

/** With four columns, this is well below the parameter limits of PostgreSQL and SQLite. */
const BATCH_ROWS = 1000

type CampaignSource = {
  readonly definition: { readonly dates: Readonly<Record<string, string>> }
  readonly stores: URL
}

const own: CampaignSource = {
  definition,
  stores: new URL('../../campaign/stores.csv', import.meta.url),
}

/**
 * `demo`: the campaign follows its dates, even relative ones. `own`: for real customers; with relative dates, the
 * campaign stays closed and the app shows "coming soon".
 */
export type SeedKind = 'demo' | 'own'

/**
 * Fills an empty, migrated database with the address lists and the campaign from `campaign/` or `source`. Does not
 * change existing data. Throws InputError if the definition or the list of stores is invalid.
 */
export async function seedCampaign(
  db: Db,
  now: number,
  kind: SeedKind = 'demo',
  source = own,
): Promise<void> {
  const geography = await loadGeography()
  await inTransaction(db, async transaction => {
    // If several processes start on an empty database, only one creates the campaign.
    await lockDatabase(transaction)
    await seedGeography(transaction, geography)
    const existing = await transaction.selectFrom('campaign').select('id').executeTakeFirst()
    if (existing) return
    await insertCampaign(transaction, now, kind, source)
    await updateMasterVersion(transaction)
  })
}

async function seedGeography(db: Db, geography: Geography): Promise<void> {
  const last = geography.subdistricts.at(-1)
  if (!last) return
  // All lists are written in one transaction, subdistricts last, so the last subdistrict proves that all lists are
  // complete.
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
  for (const rows of chunksOf(provinces, BATCH_ROWS)) await insert(db, 'province', rows)
  for (const rows of chunksOf(districts, BATCH_ROWS)) await insert(db, 'district', rows)
  for (const rows of chunksOf(subdistricts, BATCH_ROWS)) await insert(db, 'subdistrict', rows)
}

async function insertCampaign(db: Db, now: number, kind: SeedKind, source: CampaignSource): Promise<void> {
  const rows = campaignRows(source.definition, now)
  const stores = await readStores(db, await readFile(source.stores, 'utf8'))
  await db
    .insertInto('draw')
    .values(rows.draw)
    .onConflict(c => c.doNothing())
    .execute()
  await insert(
    db,
    'store',
    stores.map((store, index) => ({ id: index + 1, ...store })),
  )
  await insert(db, 'question', rows.questions)
  await insert(db, 'reward_kind', rows.rewardKinds)
  await insert(db, 'reward_stock', rows.stock)
  const mode = kind === 'own' && hasRelativeDates(source.definition) ? 'pending' : rows.campaign.mode
  await db
    .insertInto('campaign')
    .values({ ...rows.campaign, mode })
    .execute()
}

type Seeded = 'province' | 'district' | 'subdistrict' | 'store' | 'question' | 'reward_kind' | 'reward_stock'

async function insert<T extends Seeded>(db: Db, table: T, rows: readonly Tables[T][]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto(table as 'province')
    .values(rows as unknown as Tables['province'][])
    .onConflict(c => c.doNothing())
    .execute()
}
