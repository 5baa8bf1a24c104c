import type { KeyValueStore } from '#src/ports.ts'
import { PRIVATE, privatePrefix, signedInKey } from './keys.ts'

/*
 * While a customer is signed in on this phone, the store has a record that says so. Signing out deletes it together
 * with the customer's other private records. Private data is stored in one transaction with reading this record, so
 * a response that arrives after the sign-out, or a draft saved then, in any tab or in the service worker, is not
 * stored.
 */

/**
 * How often each of the customer's responses has been stored, by its name. A response is not stored over a newer
 * one that was stored while the request was running.
 */
export type Writes = Readonly<Record<string, number>>

/**
 * Records that a customer has signed in on this phone. Deletes what the customer before has left, because the page was
 * closed or the database failed while it signed out.
 */
export async function markSignedIn(
  kv: Pick<KeyValueStore, 'transact' | 'keys' | 'delete'>,
  customerId: string,
): Promise<void> {
  await kv.transact(signedInKey(customerId), old => (isWrites(old) ? null : [[signedInKey(customerId), {}]]))
  const left = (await kv.keys(PRIVATE)).filter(key => !key.startsWith(privatePrefix(customerId)))
  if (left.length > 0) await kv.delete(left)
}

/** Returns how often the customer's responses have been stored. */
export async function writesOf(kv: Pick<KeyValueStore, 'get'>, customerId: string): Promise<Writes> {
  const found = await kv.get(signedInKey(customerId)).catch(() => undefined)
  return isWrites(found) ? found : {}
}

/**
 * Stores an entry of a customer who is signed in. Returns false, and stores nothing, if the customer has signed out
 * or, given `before`, if the entry has been stored since then.
 */
export async function writePrivately(
  kv: Pick<KeyValueStore, 'transact'>,
  customerId: string,
  name: string,
  entry: readonly [key: string, value: unknown],
  before?: Writes,
): Promise<boolean> {
  let written = false
  await kv.transact(signedInKey(customerId), now => {
    const count = isWrites(now) ? (now[name] ?? 0) : null
    written = count !== null && (before === undefined || count === (before[name] ?? 0))
    return written
      ? [entry, [signedInKey(customerId), { ...(now as Writes), [name]: (count ?? 0) + 1 }]]
      : null
  })
  return written
}

/** Stores entries of a customer who is signed in. Returns false, and stores nothing, if the customer has signed out. */
export async function writeWhileSignedIn(
  kv: Pick<KeyValueStore, 'transact'>,
  customerId: string,
  ...entries: readonly (readonly [key: string, value: unknown])[]
): Promise<boolean> {
  let written = false
  await kv.transact(signedInKey(customerId), now => {
    written = isWrites(now)
    return written ? entries : null
  })
  return written
}

const isWrites = (value: unknown): value is Writes => typeof value === 'object' && value !== null
