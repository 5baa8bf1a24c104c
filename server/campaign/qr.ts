import { createHmac, timingSafeEqual } from 'node:crypto'
import { QR_MAC_BYTES, QR_OFFLINE_HOURS, QR_STEP_S } from '#contract/limits.ts'
import type { RewardQr } from '#contract/schema/reward.ts'
import { HOUR_MS, isoOf } from '#contract/time.ts'

const STEP_MS = QR_STEP_S * 1000

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Returns the check-in code `CQ1.<reward id>.<step>.<HMAC-SHA256 of both>`. A step lasts half a minute, so a photo of
 * the code soon becomes useless. The signing key changes every hour; the phone gets the keys for the next hours, so
 * that it can create codes offline.
 */
export function qrCode(rewardId: string, secret: string, now: number): RewardQr {
  const prefix = codePrefix(rewardId)
  const hour = Math.floor(now / HOUR_MS)
  const step = stepAt(now)
  const keys = hourKeys(prefix, secret, { hour, count: QR_OFFLINE_HOURS + 1 })
  return {
    payload: payloadAt(prefix, secret, step),
    expiresAt: isoOf((step + 1) * STEP_MS),
    step: QR_STEP_S,
    signer: { prefix, hour, keys },
  }
}

export const codePrefix = (rewardId: string): string => `CQ1.${rewardId}`

/** Returns the keys, in base64url, that sign and check codes during `count` hours, starting with `hour`. */
export const hourKeys = (
  prefix: string,
  secret: string,
  { hour, count }: { readonly hour: number; readonly count: number },
): string[] => Array.from({ length: count }, (_, n) => keyOf(prefix, secret, hour + n).toString('base64url'))

const stepAt = (now: number): number => Math.floor(now / STEP_MS)

const keyOf = (prefix: string, secret: string, hour: number): Buffer =>
  hmac(Buffer.from(secret, 'base64url'), `${prefix}.hour.${hour}`)

function payloadAt(prefix: string, secret: string, step: number): string {
  const signed = `${prefix}.${step}`
  const key = keyOf(prefix, secret, Math.floor((step * STEP_MS) / HOUR_MS))
  return `${signed}.${hmac(key, signed).subarray(0, QR_MAC_BYTES).toString('base64url')}`
}

/** Returns the codes that are valid now: the code of this half minute and those of the two adjacent ones. */
export const freshCodes = (rewardId: string, secret: string, now: number): string[] =>
  [-1, 0, 1].map(shift => payloadAt(codePrefix(rewardId), secret, stepAt(now) + shift))

export type ReadCode = { readonly payload: string; readonly rewardId: string; readonly step: number }

export function readQrCode(payload: string): ReadCode | null {
  const [, rewardId = '', step = ''] = /^CQ1\.([0-9a-f-]{36})\.(\d{1,10})\.[\w-]{22}$/.exec(payload) ?? []
  return rewardId === '' ? null : { payload, rewardId, step: Number(step) }
}

/** `fresh` allows the adjacent half minutes, because scanning takes time and clocks differ. */
export function judgeQrCode(code: ReadCode, secret: string, now: number) {
  const right = Buffer.from(payloadAt(codePrefix(code.rewardId), secret, code.step))
  const given = Buffer.from(code.payload)
  return {
    genuine: right.length === given.length && timingSafeEqual(right, given),
    fresh: Math.abs(stepAt(now) - code.step) <= 1,
    madeAt: code.step * STEP_MS,
  }
}
