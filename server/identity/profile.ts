import type { Selectable } from 'kysely'
import type { Body } from '#contract/calls.ts'
import type { CustomerField } from '#contract/schema/customer.ts'
import { ApiError } from '#server/errors.ts'
import type { Tables } from '#server/store/tables.ts'
import { toE164 } from './phone.ts'

export type CustomerRow = Selectable<Tables['customer']>

export type ProfileInput = Body<'putCustomer'>

export type Profile = Pick<
  CustomerRow,
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'email'
  | 'birth_date'
  | 'gender'
  | 'address_line'
  | 'province_id'
  | 'district_id'
  | 'subdistrict_id'
  | 'postal_code'
>

/** Required for a registration. Only winners of a shipped prize need an address, when they confirm. */
const needed = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  birthDate: 'birth_date',
} as const satisfies Partial<Record<CustomerField, keyof Profile>>

export function merge(row: Profile, input: ProfileInput): Profile {
  return {
    first_name: input.firstName ?? row.first_name,
    last_name: input.lastName ?? row.last_name,
    phone: input.phone === undefined ? row.phone : toE164(input.phone),
    // An empty e-mail address deletes the stored one.
    email: input.email === undefined ? row.email : input.email || null,
    birth_date: input.birthDate ?? row.birth_date,
    gender: input.gender ?? row.gender,
    address_line: orStored(input.addressLine, row.address_line),
    province_id: orStored(input.provinceId, row.province_id),
    district_id: orStored(input.districtId, row.district_id),
    subdistrict_id: orStored(input.subdistrictId, row.subdistrict_id),
    postal_code: orStored(input.postalCode, row.postal_code),
  }
}

const orStored = <T>(submitted: T | null | undefined, stored: T | null): T | null =>
  submitted === undefined ? stored : submitted

/** Throws VALIDATION with every missing required field, and with the fields in `also`. */
export function requireComplete(profile: Profile, also: readonly string[] = []): void {
  const missing = Object.entries(needed)
    .filter(([, column]) => profile[column] === null)
    .map(([field]) => field)
  const fields = [...missing, ...also].map(path => ({ path, code: 'required' }))
  if (fields.length > 0) throw new ApiError('VALIDATION', { fields })
}
