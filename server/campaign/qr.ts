import { createHmac } from 'node:crypto'
import { QR_OFFLINE_HOURS, QR_STEP_S } from '#contract/limits.ts'
import type { RewardQr } from '#contract/schema/reward.ts'
import { isoOf } from '#contract/time.ts'

/** Bytes of the code's signature: short enough for a quick scan, too long to guess within its half minute. */
const MAC_BYTES = 16
const HOUR_MS = 60 * 60 * 1000

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * The personal check-in code at a moment (milliseconds): `CQ1.<reward id>.<step>.<HMAC-SHA256 of both>`, signed with
 * the key of its hour, which is an HMAC-SHA256 under the customer's secret. A step lasts half a minute; a copied
 * picture of the code is worth nothing after it. The keys of the hours to come go with it; the secret never does.
 */
export function qrCode(rewardId: string, secret: string, now: number): RewardQr {
  const prefix = `CQ1.${rewardId}`
  const hour = Math.floor(now / HOUR_MS)
  const step = Math.floor(now / 1000 / QR_STEP_S)
  const root = Buffer.from(secret, 'base64url')
  const keyOf = (at: number) => hmac(root, `${prefix}.hour.${at}`)
  const signed = `${prefix}.${step}`
  const mac = hmac(keyOf(hour), signed).subarray(0, MAC_BYTES).toString('base64url')
  const keys = Array.from({ length: QR_OFFLINE_HOURS + 1 }, (_, n) => keyOf(hour + n).toString('base64url'))
  return {
    payload: `${signed}.${mac}`,
    expiresAt: isoOf((step + 1) * QR_STEP_S * 1000),
    step: QR_STEP_S,
    signer: { prefix, hour, keys },
  }
}
