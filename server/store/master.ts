import { sha256Hex } from '#server/hash.ts'
import type { Db } from './tables.ts'

/** Address lists and active stores as the API shows them, each in the order of its ids. */
export async function readMaster(db: Db) {
  return {
    provinces: await provincesIn(db).execute(),
    districts: await districtsIn(db).execute(),
    subdistricts: await subdistrictsIn(db).execute(),
    stores: await storesIn(db).execute(),
  }
}

export const provincesIn = (db: Db) =>
  db.selectFrom('province').select(['id', 'name_th as nameTh', 'name_en as nameEn']).orderBy('id')

export const districtsIn = (db: Db) =>
  db.selectFrom('district').select(['id', 'province_id as provinceId', 'name_th as nameTh']).orderBy('id')

export const subdistrictsIn = (db: Db) =>
  db
    .selectFrom('subdistrict')
    .select(['id', 'district_id as districtId', 'name_th as nameTh', 'postal_code as postalCode'])
    .orderBy('id')

export const storesIn = (db: Db) =>
  db
    .selectFrom('store')
    .select([
      'id',
      'chain',
      'name_th as nameTh',
      'branch',
      'province_id as provinceId',
      'receipt_no_hint as receiptNoHint',
    ])
    .where('active', '=', 1)
    .orderBy('id')

type Master = Awaited<ReturnType<typeof readMaster>>

/** The version of lists: the hash of what they hold, so that equal lists have equal versions. */
export const versionOfMaster = (master: Master): string => sha256Hex(JSON.stringify(master)).slice(0, 16)

/** Writes down which lists these are; to be called, in the same transaction, by whatever changes them. */
export async function updateMasterVersion(db: Db): Promise<void> {
  await db
    .updateTable('campaign')
    .set({ master_version: versionOfMaster(await readMaster(db)) })
    .execute()
}
