import { ApiError, type FieldError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

export type Address = {
  readonly province_id: number | null
  readonly district_id: number | null
  readonly subdistrict_id: number | null
  readonly postal_code: string | null
}

export const isComplete = (address: Address & { readonly address_line: string | null }): boolean =>
  ![
    address.address_line,
    address.province_id,
    address.district_id,
    address.subdistrict_id,
    address.postal_code,
  ].includes(null)

/**
 * Throws VALIDATION. A part is `unknown` if the address lists lack it, or a `mismatch` if it belongs to another
 * district, province or postal code.
 */
export async function checkAddress(db: Db, address: Address): Promise<void> {
  const fields: FieldError[] = []
  const refuse = (path: string, code: 'unknown' | 'mismatch') => void fields.push({ path, code })
  const { province_id, district_id, subdistrict_id, postal_code } = address

  if (province_id !== null && !(await exists(db, 'province', province_id))) refuse('provinceId', 'unknown')
  if (district_id !== null) {
    const district = await exists(db, 'district', district_id)
    if (!district) refuse('districtId', 'unknown')
    else if (province_id !== null && district.province_id !== province_id) refuse('districtId', 'mismatch')
  }
  if (subdistrict_id !== null) {
    const subdistrict = await exists(db, 'subdistrict', subdistrict_id)
    if (!subdistrict) refuse('subdistrictId', 'unknown')
    else {
      if (district_id !== null && subdistrict.district_id !== district_id) refuse('subdistrictId', 'mismatch')
      if (postal_code !== null && subdistrict.postal_code !== postal_code) refuse('postalCode', 'mismatch')
    }
  }
  if (fields.length > 0) throw new ApiError('VALIDATION', { fields })
}

type Lists = {
  province: { id: number }
  district: { id: number; province_id: number }
  subdistrict: { id: number; district_id: number; postal_code: string }
}

async function exists<T extends keyof Lists>(db: Db, table: T, id: number): Promise<Lists[T] | undefined> {
  const row = await db
    .selectFrom(table as 'subdistrict')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row as Lists[T] | undefined
}
