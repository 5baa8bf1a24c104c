import type { Db } from '#server/store/tables.ts'

/**
 * Deletes what people have typed freely at the desk and on the command line, once personal data is due: texts of the audit log
 * that are about no customer or about several, and files with drawn tickets that were handed in for approval.
 */
export async function purgeTypedTexts(db: Db): Promise<void> {
  await db.deleteFrom('audit_text').execute()
  await db.deleteFrom('desk_approval').where('action', '=', 'draw-import').execute()
}
