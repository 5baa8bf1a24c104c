import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'

type LineProfile = { readonly lineDisplayName: string; readonly linePictureUrl?: string | null | undefined }

/**
 * Stored instead of a picture that the customer deleted. The app sends the picture again on every start, and
 * this value prevents storing it again.
 */
const DELETED = ''

/** Returns the picture's URL; null if there is none or the customer deleted it. */
export const shownPicture = (stored: string | null): string | null => stored || null

/**
 * Updates the stored LINE name and picture, and returns true if they changed. Does not change the customer's version,
 * because that protects only the fields that the customer edits in the app. Throws UNAUTHORIZED if the customer has left.
 */
export async function updateLineProfile(
  db: Db,
  customerId: string,
  { lineDisplayName, linePictureUrl }: LineProfile,
  now: number,
): Promise<boolean> {
  const stored = await db
    .selectFrom('customer')
    .select(['line_display_name', 'line_picture_url'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const name = lineDisplayName || null
  const keeps = linePictureUrl === undefined || stored.line_picture_url === DELETED
  const picture = keeps ? stored.line_picture_url : linePictureUrl
  if (name === stored.line_display_name && picture === stored.line_picture_url) return false
  await lockParticipant(db, customerId)
  await db
    .updateTable('customer')
    .set({ line_display_name: name, line_picture_url: picture, updated_at: now })
    .where('id', '=', customerId)
    .execute()
  return true
}

/** Deletes the customer's picture. Later calls of `updateLineProfile` do not store a picture again. */
export async function deletePicture(db: Db, customerId: string, now: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ line_picture_url: DELETED, updated_at: now })
    .where('id', '=', customerId)
    .execute()
}
