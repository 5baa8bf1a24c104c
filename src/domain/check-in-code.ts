import { QR_MAC_BYTES } from '#contract/limits.ts'
import type { RewardQr } from '#contract/schema/reward.ts'
import { HOUR_MS, isoOf, momentOf } from '#contract/time.ts'

type HmacSha256 = (key: Uint8Array<ArrayBuffer>, text: string) => Promise<Uint8Array>
export type CheckInCode = Pick<RewardQr, 'payload' | 'expiresAt'>

/**
 * Returns the server's code while it is valid, then one computed with the key for the hour, or null if that key is
 * missing. `now` is the server's time.
 */
export async function checkInCode(
  given: RewardQr,
  now: number,
  hmacSha256: HmacSha256,
): Promise<CheckInCode | null> {
  const stepMs = given.step * 1000
  const step = Math.floor(now / stepMs)
  const expiresAt = isoOf((step + 1) * stepMs)
  if (momentOf(given.expiresAt) === (step + 1) * stepMs) return given
  const key = given.signer?.keys[Math.floor(now / HOUR_MS) - given.signer.hour]
  if (given.signer === undefined || key === undefined) return null
  const signed = `${given.signer.prefix}.${step}`
  const mac = await hmacSha256(fromBase64Url(key), signed)
  return { payload: `${signed}.${toBase64Url(mac.subarray(0, QR_MAC_BYTES))}`, expiresAt }
}

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
