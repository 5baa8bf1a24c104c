import type { Db } from '#server/store/tables.ts'

type LineProfile = { readonly lineDisplayName: string; readonly linePictureUrl?: string | null | undefined }

/** Stands for a picture that the customer had forgotten: every start of the app sends it, and none is kept again. */
const FORGOTTEN = ''

/** The picture as it is shown: none where there is none or it is to be forgotten. */
export const shownPicture = (stored: string | null): string | null => stored || null

/**
 * Brings the LINE name and picture up to date, and says whether that changed anything. The customer's version
 * stays: it guards what the customer edits, and these are not edited here.
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
  const keeps = linePictureUrl === undefined || stored.line_picture_url === FORGOTTEN
  const picture = keeps ? stored.line_picture_url : linePictureUrl
  if (name === stored.line_display_name && picture === stored.line_picture_url) return false
  await db
    .updateTable('customer')
    .set({ line_display_name: name, line_picture_url: picture, updated_at: now })
    .where('id', '=', customerId)
    .execute()
  return true
}

/** Forgets the picture for good. */
export async function deletePicture(db: Db, customerId: string, now: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ line_picture_url: FORGOTTEN, updated_at: now })
    .where('id', '=', customerId)
    .execute()
}
