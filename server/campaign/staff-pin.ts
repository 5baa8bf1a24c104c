import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * Scrypt cost. It is low because the check runs inside a transaction, and on SQLite other writers wait for
 * it. A PIN is so short that no cost would protect it from an attacker who has the hash. At the counter,
 * locking the PIN after several wrong attempts prevents guessing.
 */
const COST = 2 ** 12
const KEY_BYTES = 32

/** Hashes a staff PIN for storage: `scrypt$cost$salt$key`, with salt and key in base64url. */
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
