import { sha256Hex } from '#server/hash.ts'
import type { Db } from './tables.ts'

/** Thai dictionary order ignores a vowel written before the first consonant. */
const thai = new Intl.Collator('th')

/** Part of the lists' ETags. Phones that have cached the lists in another order must load them again. */
export const MASTER_ORDER = 'th'

type Place = { readonly nameTh: string; readonly provinceId?: number; readonly districtId?: number }

const parentOf = ({ provinceId, districtId }: Place) => districtId ?? provinceId ?? 0

/**
 * Sorts the places of each parent in Thai dictionary order, so that phones do not have to. Keeping each parent's places
 * together makes the compressed list a sixth smaller.
 */
export function sortedByName<T extends Place>(places: readonly T[]): T[] {
  return places.toSorted((a, b) => parentOf(a) - parentOf(b) || thai.compare(a.nameTh, b.nameTh))
}

/** The lists are ordered by id, because their version is a hash of them. */
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
      'chain_en as chainEn',
      'name_en as nameEn',
      'branch_en as branchEn',
      'receipt_no_hint_en as receiptNoHintEn',
      'receipt_no_pattern as receiptNoPattern',
      'receipt_no_place as receiptNoPlace',
    ])
    .where('active', '=', 1)
    .orderBy('id')

type Master = Awaited<ReturnType<typeof readMaster>>

/** Omits missing values of newer columns so that lists without them keep their version. */
const withoutMissing = (key: string, value: unknown): unknown =>
  value === null && /En$|^receiptNoPattern$|^receiptNoPlace$/.test(key) ? undefined : value

export const versionOfMaster = (master: Master): string =>
  sha256Hex(JSON.stringify(master, withoutMissing)).slice(0, 16)

/** Call this in the same transaction as any change to the lists. */
export async function updateMasterVersion(db: Db): Promise<void> {
  await db
    .updateTable('campaign')
    .set({ master_version: versionOfMaster(await readMaster(db)) })
    .execute()
}
