import { DEVICE_MS } from '#contract/desk/limits.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { newToken } from './secrets.ts'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * Records the browser in which a person signs in. `token` is the value of the device cookie, or null. Returns the
 * cookie's new token, and whether this browser is new for this person. People who share a browser share its cookie.
 */
export async function rememberDevice(
  db: Db,
  personId: string,
  { token, now, random }: { readonly token: string | null; readonly now: number; readonly random: Random },
): Promise<{ readonly id: string; readonly token: string; readonly isNew: boolean }> {
  await db
    .deleteFrom('desk_device')
    .where('used_at', '<=', now - DEVICE_MS)
    .execute()
  const known =
    token !== null && TOKEN.test(token)
      ? await db
          .selectFrom('desk_device')
          .select(['id', 'person_id'])
          .where('token_hash', '=', sha256Hex(token))
          .execute()
      : []
  const own = known.find(({ person_id }) => person_id === personId)
  if (own && token !== null) {
    await db.updateTable('desk_device').set({ used_at: now }).where('id', '=', own.id).execute()
    return { id: own.id, token, isNew: false }
  }
  // Replace an unknown token so that no one can choose their own.
  const given = known.length > 0 && token !== null ? token : newToken(random)
  const id = uuidv7(now, random.bytes(16))
  const row = { id, token_hash: sha256Hex(given), person_id: personId, created_at: now, used_at: now }
  await db.insertInto('desk_device').values(row).execute()
  return { id, token: given, isNew: true }
}

/** True if a person has signed in with the browser that has this device cookie. */
export async function isDeviceOf(db: Db, personId: string, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('desk_device')
    .select('id')
    .where('token_hash', '=', sha256Hex(token))
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a browser, so that the next sign-in from it is treated as new. */
export async function forgetDevice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('desk_device').where('id', '=', id).execute()
}
