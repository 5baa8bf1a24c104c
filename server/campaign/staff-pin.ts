import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { STAFF_PIN_DIGITS } from '#contract/limits.ts'
import type { Random } from '#server/random.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * The scrypt cost of PINs and invitation codes. It is low because the check runs in a transaction that blocks other
 * writers on SQLite. No cost could protect such a short PIN if its hash leaked; `pin-limits.ts` prevents guessing. A
 * code has 40 random bits, works only with its link, and expires after three days.
 */
const COST = 2 ** 12
const KEY_BYTES = 32

/** Returns `scrypt$cost$salt$key`, with the salt and the key in base64url. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(pin, salt, KEY_BYTES, { N: COST })
  return `scrypt$${COST}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

export async function verifyPin(pin: string, hash: string | null): Promise<boolean> {
  const [scheme, cost, salt, key] = hash?.split('$') ?? []
  if (scheme !== 'scrypt' || !cost || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(pin, Buffer.from(salt, 'base64url'), expected.length, { N: Number(cost) })
  return timingSafeEqual(given, expected)
}

const PINS = 10 ** STAFF_PIN_DIGITS

/** PINs from older releases may be shorter and remain valid until they are replaced. */
export const isPin = (text: string): boolean => /^\d+$/.test(text) && text.length === STAFF_PIN_DIGITS

/** Draws again if the number is above the largest multiple of `PINS`, so that all PINs are equally likely. */
export function newPin(random: Random): string {
  const range = 2 ** 32
  for (;;) {
    const number = new DataView(Uint8Array.from(random.bytes(4)).buffer).getUint32(0)
    if (number < range - (range % PINS)) return String(number % PINS).padStart(STAFF_PIN_DIGITS, '0')
  }
}
