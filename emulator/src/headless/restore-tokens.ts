import { type Seed, STORE_PREFIX } from '../page-config.ts'
import type { Phone } from './phone.ts'

/** Writes the tokens that an earlier visit left behind into the SDK's storage. */
export function restoreTokens(phone: Phone, seed: Seed): void {
  for (const [key, text] of Object.entries(seed.entries))
    phone.store.set(key.slice(STORE_PREFIX.length), JSON.parse(text))
  for (const [liffId, at] of Object.entries(seed.expires)) phone.expires.set(liffId, at)
}
