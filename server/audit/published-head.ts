import type { Db } from '#server/store/tables.ts'
import type { AuditHead, KeptHead } from './head.ts'

export async function publishHead(db: Db, { seq, hash }: AuditHead): Promise<void> {
  await db
    .updateTable('draw')
    .set({ audit_seq: seq, audit_hash: hash })
    .where('id', '=', eb => eb.selectFrom('campaign').select('draw_id'))
    .execute()
}

export async function publishedHead(db: Db): Promise<KeptHead | null> {
  const row = await db
    .selectFrom('draw')
    .innerJoin('campaign', 'campaign.draw_id', 'draw.id')
    .select(['draw.audit_seq', 'draw.audit_hash'])
    .executeTakeFirst()
  if (!row || row.audit_seq === null || row.audit_hash === null) return null
  return { seq: row.audit_seq, hash: row.audit_hash, from: 'the published draw' }
}
