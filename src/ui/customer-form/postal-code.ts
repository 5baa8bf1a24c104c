import type { MasterAll } from '#contract/schema/master.ts'
import type { CustomerDraft } from './customer-draft.ts'

/** A place with a given postal code. The ids are strings, as in the form. */
export type PostalPlace = {
  readonly provinceId: string
  readonly districtId: string
  readonly subdistrictId: string
}

/** Returns an empty list if the code is incomplete or unknown. */
export function placesOf({ districts, subdistricts }: MasterAll, postalCode: string): readonly PostalPlace[] {
  if (!/^\d{5}$/.test(postalCode)) return []
  const provinces = new Map(districts.map(({ id, provinceId }) => [id, String(provinceId)]))
  return subdistricts
    .filter(place => place.postalCode === postalCode)
    .map(({ id, districtId }) => ({
      provinceId: provinces.get(districtId) ?? '',
      districtId: String(districtId),
      subdistrictId: String(id),
    }))
}

type Chosen = Pick<CustomerDraft, keyof PostalPlace>

/** Keeps choices that match the postal code, and leaves ambiguous fields empty for the customer to choose. */
export function filledBy(places: readonly PostalPlace[], before: Chosen): Chosen {
  const provinceId = only(places, 'provinceId', before)
  const inProvince = places.filter(place => place.provinceId === provinceId)
  const districtId = only(inProvince, 'districtId', before)
  const inDistrict = inProvince.filter(place => place.districtId === districtId)
  return { provinceId, districtId, subdistrictId: only(inDistrict, 'subdistrictId', before) }
}

function only(places: readonly PostalPlace[], part: keyof PostalPlace, before: Chosen): string {
  const ids = new Set(places.map(place => place[part]))
  if (ids.has(before[part])) return before[part]
  const [first = ''] = ids
  return ids.size === 1 ? first : ''
}
