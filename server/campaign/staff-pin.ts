import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * Low on purpose: the check runs inside a transaction, which on the embedded database makes other writers wait.
 * A PIN has so few digits that no cost protects it from who has read the hash; guessing at the counter is locked.
 */
const COST = 2 ** 12
const KEY_BYTES = 32

/** What is kept of a staff PIN: `scrypt$cost$salt$key`, salt and key in base64url. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(pin, salt, KEY_BYTES, { N: COST })
  return `scrypt$${COST}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Whether a PIN is the one that was hashed. No hash: no PIN is right. */
export async function verifyPin(pin: string, hash: string | null): Promise<boolean> {
  const [scheme, cost, salt, key] = hash?.split('$') ?? []
  if (scheme !== 'scrypt' || !cost || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(pin, Buffer.from(salt, 'base64url'), expected.length, { N: Number(cost) })
  return timingSafeEqual(given, expected)
}
