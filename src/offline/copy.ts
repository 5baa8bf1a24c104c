import * as v from 'valibot'
import type { Kv, Tabs } from '#src/ports.ts'

/** An answer as it lies on the phone. `at`: when the server gave it, by the phone's clock. */
export type Copy<T> = { readonly at: number; readonly etag: string | null; readonly value: T }

const copySchema = v.object({
  v: v.literal(1),
  at: v.number(),
  etag: v.nullable(v.string()),
  value: v.unknown(),
})

/** The phone's copy of an answer; null without one, or where an older version's does not fit the schema. */
export async function readCopy<T>(
  kv: Pick<Kv, 'get'>,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<Copy<T> | null> {
  const copy = v.safeParse(copySchema, await kv.get(key).catch(() => undefined))
  if (!copy.success) return null
  const value = v.safeParse(schema, copy.output.value)
  return value.success ? { at: copy.output.at, etag: copy.output.etag, value: value.output } : null
}

/** Keeps an answer for the next start. A full phone goes without. */
export async function writeCopy<T>(kv: Pick<Kv, 'set'>, key: string, copy: Copy<T>): Promise<void> {
  await kv.set([[key, { v: 1, ...copy }]]).catch(() => undefined)
}

/** Keeps an answer and tells the other tabs, which may show an older one. */
export async function keepCopy<T>(
  ports: { readonly kv: Pick<Kv, 'set'>; readonly tabs: Pick<Tabs, 'post'> },
  key: string,
  copy: Copy<T>,
): Promise<void> {
  await writeCopy(ports.kv, key, copy)
  ports.tabs.post({ type: 'cache-changed', key })
}
