import { type Seed, STORE_PREFIX } from '../page-config.ts'
import type { Phone } from './phone.ts'

/** Puts what the phone kept from an earlier visit where the SDK looks for it. */
export function restoreTokens(phone: Phone, seed: Seed): void {
  for (const [key, text] of Object.entries(seed.entries))
    phone.store.set(key.slice(STORE_PREFIX.length), JSON.parse(text))
  for (const [liffId, at] of Object.entries(seed.expires)) phone.expires.set(liffId, at)
}
