import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { STAFF_PIN_DIGITS } from '#contract/limits.ts'
import type { Random } from '#server/random.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * Scrypt cost of PINs, and of the codes of managers' invitations. It is low because the check runs inside a transaction, and
 * on SQLite other writers wait for it. A PIN is so short that no cost would protect it from an attacker who has the hash. At
 * the counter, the limits of wrong attempts prevent guessing (`pin-limits.ts`). A code has 40 random bits, works only together
 * with a link, and ends with it after three days.
 */
const COST = 2 ** 12
const KEY_BYTES = 32

/** Hashes a staff PIN, or the code of an invitation, for storage: `scrypt$cost$salt$key`, with salt and key in base64url. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(pin, salt, KEY_BYTES, { N: COST })
  return `scrypt$${COST}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** True if the PIN matches the hash. Always false if the hash is null. */
export async function verifyPin(pin: string, hash: string | null): Promise<boolean> {
  const [scheme, cost, salt, key] = hash?.split('$') ?? []
  if (scheme !== 'scrypt' || !cost || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(pin, Buffer.from(salt, 'base64url'), expected.length, { N: Number(cost) })
  return timingSafeEqual(given, expected)
}

const PINS = 10 ** STAFF_PIN_DIGITS

/** True if the text can be set as a PIN. PINs of older releases may be shorter, and stay valid until they are replaced. */
export const isPin = (text: string): boolean => /^\d+$/.test(text) && text.length === STAFF_PIN_DIGITS

/** Creates a random PIN. All PINs are equally likely: numbers above the largest multiple of `PINS` are drawn again. */
export function newPin(random: Random): string {
  const range = 2 ** 32
  for (;;) {
    const number = new DataView(Uint8Array.from(random.bytes(4)).buffer).getUint32(0)
    if (number < range - (range % PINS)) return String(number % PINS).padStart(STAFF_PIN_DIGITS, '0')
  }
}
