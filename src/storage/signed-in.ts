import type { KeyValueStore } from '#src/ports.ts'
import { PRIVATE, privatePrefix, signedInKey } from './keys.ts'

/*
 * A record in the store marks the customer as signed in on this phone; signing out deletes it with the customer's other
 * private records. Private data is written in the transaction that reads this record, so that no tab and no service
 * worker stores a response or draft after the sign-out.
 */

/**
 * How often each of the customer's responses has been stored, by name. Prevents a response from overwriting a newer one
 * that was stored during its request.
 */
export type Writes = Readonly<Record<string, number>>

/** Also deletes the private data of earlier customers, which remains if their sign-out was interrupted. */
export async function markSignedIn(
  kv: Pick<KeyValueStore, 'transact' | 'keys' | 'delete'>,
  customerId: string,
): Promise<void> {
  await kv.transact(signedInKey(customerId), old => (isWrites(old) ? null : [[signedInKey(customerId), {}]]))
  const left = (await kv.keys(PRIVATE)).filter(key => !key.startsWith(privatePrefix(customerId)))
  if (left.length > 0) await kv.delete(left)
}

export async function writesOf(kv: Pick<KeyValueStore, 'get'>, customerId: string): Promise<Writes> {
  const found = await kv.get(signedInKey(customerId)).catch(() => undefined)
  return isWrites(found) ? found : {}
}

/**
 * Stores an entry unless the customer has signed out or, if `before` is given, the entry has been stored since then.
 * Returns true if the entry was stored.
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
