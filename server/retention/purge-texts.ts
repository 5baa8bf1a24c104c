import type { Db } from '#server/store/tables.ts'

/**
 * Deletes free text once personal data must be deleted: the audit log's texts, including those about no customer or
 * several, and the files of drawn tickets that were submitted for approval.
 */
export async function purgeTypedTexts(db: Db): Promise<void> {
  await db.deleteFrom('audit_text').execute()
  await db.deleteFrom('desk_approval').where('action', '=', 'draw-import').execute()
}
