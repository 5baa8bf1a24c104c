import type { KeyValueStore, Tabs } from '#src/ports.ts'
import { contractFingerprint } from './contract-fingerprint.ts'

/** What no date can hold would be the end of whoever writes it out. */
const MAX_DATE_MS = 8.64e15

/** An answer as it lies on the phone. `at`: when the server gave it, by the phone's clock. */
export type CachedResponse<T> = { readonly at: number; readonly etag: string | null; readonly value: T }

/** Reads a value by its schema; null where it does not fit. */
export type Validator<T> = (
  value: unknown,
) => { readonly value: T } | null | Promise<{ readonly value: T } | null>

/** The phone's copy of an answer; null without one, or where an older version's does not fit the schema. */
export async function readCache<T>(
  kv: Pick<KeyValueStore, 'get'>,
  key: string,
  check: Validator<T>,
): Promise<CachedResponse<T> | null> {
  const stored = (await kv.get(key).catch(() => undefined)) as Record<string, unknown> | null | undefined
  if (typeof stored !== 'object' || stored === null) return null
  const { at, etag } = stored
  if (typeof at !== 'number' || !(Math.abs(at) <= MAX_DATE_MS) || (etag !== null && typeof etag !== 'string'))
    return null
  const value = valueIn(stored)
  if (value === undefined) return null
  if (contractFingerprint !== null && stored.by === contractFingerprint)
    return { at, etag, value: value as T }
  const checked = await check(value)
  return checked && { at, etag, value: checked.value }
}

/** As text it costs the page a third of what the browser's own copying of thousands of objects does. */
function valueIn({ v, value, text }: Record<string, unknown>): unknown {
  // The first release kept the value itself.
  if (v === 1) return value
  if (v !== 2 || typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps an answer that its schema has accepted for the next start. A full phone goes without. */
export async function writeCache<T>(
  kv: Pick<KeyValueStore, 'set'>,
  key: string,
  { at, etag, value }: CachedResponse<T>,
): Promise<void> {
  const by = contractFingerprint === null ? {} : { by: contractFingerprint }
  await kv.set([[key, { v: 2, ...by, at, etag, text: JSON.stringify(value) }]]).catch(() => undefined)
}

/** Keeps an answer and tells the other tabs, which may show an older one. */
export async function writeCacheAndNotify<T>(
  ports: { readonly kv: Pick<KeyValueStore, 'set'>; readonly tabs: Pick<Tabs, 'post'> },
  key: string,
  copy: CachedResponse<T>,
): Promise<void> {
  await writeCache(ports.kv, key, copy)
  ports.tabs.post({ type: 'cache-changed', key })
}
