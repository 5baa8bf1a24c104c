import type { StaffPlace } from '#contract/desk/people.ts'
import { DeskError } from '../errors.ts'
import { type Person, placeOf } from '../people.ts'

export function requirePlace(person: Person): StaffPlace {
  const place = placeOf(person)
  if (place === null) throw new DeskError('FORBIDDEN')
  return place
}

/**
 * Returns the code of the store where a staff member hands over rewards, or null at the event. Throws VALIDATION if
 * `store` is not one of the person's stores.
 */
export function storeAt(place: StaffPlace, store: string | null): string | null {
  const [only, ...others] = place === 'event' ? [] : place
  const found = store ?? (others.length === 0 ? (only ?? null) : null)
  const isOwn = place === 'event' ? found === null : found !== null && place.includes(found)
  if (!isOwn) throw new DeskError('VALIDATION', { fields: [{ path: 'store', code: 'unknown' }] })
  return found
}
