import type { CheckedCode } from '#contract/desk/staff.ts'
import { QR_MAC_BYTES, QR_STEP_S } from '#contract/limits.ts'
import { readShortCode, shortCodeOf } from '#contract/short-code.ts'
import { HOUR_MS } from '#contract/time.ts'
import { ownKey, type StoredNight } from './night-store.ts'

/** Reasons that exist only without a network. */
type OfflineReason = 'no-list' | 'not-listed' | 'list-too-old' | 'number-not-listed'
export type Checked =
  | CheckedCode
  | { readonly result: 'no'; readonly reason: OfflineReason; readonly madeAt: null }

type Known = {
  readonly night: StoredNight | null
  /** Hand-overs of this device, by `ownKey`. */
  readonly taken: Readonly<Record<string, number>>
  readonly device: string
}

const no = (reason: OfflineReason): Checked => ({ result: 'no', reason, madeAt: null })

export const prefixOf = (code: string): string => code.trim().split('.').slice(0, 2).join('.')

/**
 * Checks a code, or the number that belongs to it, against the night list. `now` is the server's time as the device
 * knows it.
 */
export async function checkOffline(given: string, now: number, known: Known): Promise<Checked> {
  const digits = readShortCode(given)
  if (digits !== null && !known.night) return no('no-list')
  const code = digits === null || !known.night ? given.trim() : await codeOf(digits, known.night, now)
  if (code === null) return no('number-not-listed')
  const [, prefix, stepText, mac] = /^(CQ1\.[0-9a-f-]{36})\.(\d{1,10})\.([\w-]{22})$/.exec(code) ?? []
  if (!prefix || !stepText || !mac) return { result: 'no', reason: 'unknown', madeAt: null }
  const { night, taken, device } = known
  if (!night) return no('no-list')
  const used = night.used.find(one => one.prefix === prefix)
  const entry = night.list.entries.find(one => one.prefix === prefix)
  if (!entry) {
    if (!used) return no('not-listed')
    const { rewardType, title, at, device: by } = used
    return {
      result: 'person',
      code,
      name: '',
      items: [{ rewardType, title, state: { kind: 'used', at, device: by } }],
    }
  }
  const { rewardType, title, name } = entry
  const madeAt = Number(stepText) * QR_STEP_S * 1000
  const key = entry.keys[Math.floor(madeAt / HOUR_MS) - night.list.hour]
  const isFresh = Math.abs(stepAt(now) - Number(stepText)) <= 1
  if (key === undefined)
    return isFresh ? no('list-too-old') : { result: 'no', reason: madeAt > now ? 'future' : 'old', madeAt }
  if ((await macOf(key, `${prefix}.${stepText}`)) !== mac)
    return { result: 'no', reason: 'unknown', madeAt: null }
  if (!isFresh) return { result: 'no', reason: madeAt > now ? 'future' : 'old', madeAt }
  const takenAt = taken[ownKey(prefix, rewardType)]
  const state =
    used !== undefined
      ? ({ kind: 'used', at: used.at, device: used.device } as const)
      : takenAt !== undefined
        ? ({ kind: 'used', at: takenAt, device } as const)
        : ({ kind: 'ready', needsGuardian: false } as const)
  return { result: 'person', code, name, items: [{ rewardType, title, state }] }
}

const stepAt = (now: number): number => Math.floor(now / (QR_STEP_S * 1000))

/** Returns the fresh code to which the digits belong; null unless it is exactly one. */
async function codeOf(digits: string, { list }: StoredNight, now: number): Promise<string | null> {
  const step = stepAt(now)
  const codes = await Promise.all(
    list.entries.flatMap(({ prefix, keys }) =>
      [step - 1, step, step + 1].map(async one => {
        const key = keys[Math.floor((one * QR_STEP_S * 1000) / HOUR_MS) - list.hour]
        return key === undefined ? null : `${prefix}.${one}.${await macOf(key, `${prefix}.${one}`)}`
      }),
    ),
  )
  const found = codes.filter(code => code !== null && shortCodeOf(code) === digits)
  return found.length === 1 ? (found[0] ?? null) : null
}

async function macOf(key: string, text: string): Promise<string> {
  const raw = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign'])
  const mac = new Uint8Array(
    await crypto.subtle.sign(algorithm.name, imported, new TextEncoder().encode(text)),
  )
  return btoa(String.fromCharCode(...mac.subarray(0, QR_MAC_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
