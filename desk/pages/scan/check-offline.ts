import type { CheckedCode } from '#contract/desk/staff.ts'
import { QR_MAC_BYTES, QR_STEP_S } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { ownKey, type StoredNight } from './night-store.ts'

/** Reasons that exist only without a network. */
type OfflineReason = 'no-list' | 'not-listed' | 'list-too-old'
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

/** Checks a code with the list of the night. `now` is the server's time as the device knows it. */
export async function checkOffline(code: string, now: number, known: Known): Promise<Checked> {
  const [, prefix, stepText, mac] = /^(CQ1\.[0-9a-f-]{36})\.(\d{1,10})\.([\w-]{22})$/.exec(code.trim()) ?? []
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
      name: '',
      items: [{ rewardType, title, state: { kind: 'used', at, device: by } }],
    }
  }
  const { rewardType, title, name } = entry
  const madeAt = Number(stepText) * QR_STEP_S * 1000
  const key = entry.keys[Math.floor(madeAt / HOUR_MS) - night.list.hour]
  const isFresh = Math.abs(Math.floor(now / (QR_STEP_S * 1000)) - Number(stepText)) <= 1
  if (key === undefined) return isFresh ? no('list-too-old') : { result: 'no', reason: 'old', madeAt }
  if ((await macOf(key, `${prefix}.${stepText}`)) !== mac)
    return { result: 'no', reason: 'unknown', madeAt: null }
  if (!isFresh) return { result: 'no', reason: 'old', madeAt }
  const takenAt = taken[ownKey(prefix, rewardType)]
  const state =
    used !== undefined
      ? ({ kind: 'used', at: used.at, device: used.device } as const)
      : takenAt !== undefined
        ? ({ kind: 'used', at: takenAt, device } as const)
        : ({ kind: 'ready' } as const)
  return { result: 'person', name, items: [{ rewardType, title, state }] }
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
