import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'

type LineProfile = { readonly lineDisplayName: string; readonly linePictureUrl?: string | null | undefined }

/** Stored when the customer deletes the picture, because the app sends the picture again on every start. */
const DELETED = ''

export const shownPicture = (stored: string | null): string | null => stored || null

/**
 * Updates the LINE name and picture, and returns true if they changed. Does not change the customer's version, which
 * protects only the fields edited in the app.
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

/** Deletes the picture, and prevents `updateLineProfile` from storing it again. */
export async function deletePicture(db: Db, customerId: string, now: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ line_picture_url: DELETED, updated_at: now })
    .where('id', '=', customerId)
    .execute()
}
