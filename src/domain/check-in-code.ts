import { QR_MAC_BYTES } from '#contract/limits.ts'
import type { RewardQr } from '#contract/schema/reward.ts'
import { isoOf, momentOf } from '#contract/time.ts'
import { fromHex } from './hex.ts'

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
export type CheckInCode = Pick<RewardQr, 'payload' | 'expiresAt'>

const HOUR_MS = 60 * 60 * 1000
const BLOCK_BYTES = 64

/**
 * Returns the personal check-in code for a time of the server's clock, or null if `given` has no key for that
 * hour. Uses the code from the server while it is valid, and afterwards computes codes with the key for the
 * hour.
 */
export async function checkInCode(given: RewardQr, now: number, sha256: Sha256): Promise<CheckInCode | null> {
  const stepMs = given.step * 1000
  const step = Math.floor(now / stepMs)
  const expiresAt = isoOf((step + 1) * stepMs)
  if (momentOf(given.expiresAt) === (step + 1) * stepMs) return given
  const key = given.signer?.keys[Math.floor(now / HOUR_MS) - given.signer.hour]
  if (given.signer === undefined || key === undefined) return null
  const signed = `${given.signer.prefix}.${step}`
  const mac = await hmac(sha256, fromBase64Url(key), new TextEncoder().encode(signed))
  return { payload: `${signed}.${toBase64Url(mac.subarray(0, QR_MAC_BYTES))}`, expiresAt }
}

/**
 * HMAC-SHA256 (RFC 2104) built from a SHA-256 function that returns hexadecimal. The key is shorter than a
 * block.
 */
async function hmac(sha256: Sha256, key: Uint8Array, text: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const padded = (byte: number) =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, index) => (key[index] ?? 0) ^ byte)
  const inner = fromHex(await sha256(joined(padded(0x36), text)))
  return fromHex(await sha256(joined(padded(0x5c), inner)))
}

const joined = (first: Uint8Array, second: Uint8Array) => Uint8Array.from([...first, ...second])
const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
