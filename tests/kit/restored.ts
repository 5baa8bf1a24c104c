import { systemRandom } from '#server/random.ts'
import { beginEpoch } from '#server/store/epoch.ts'
import type { Db } from '#server/store/tables.ts'

/** Changes the database as if it had been restored from a backup that is older than these receipts. */
export async function restoreWithout(db: Db, receiptIds: readonly string[]): Promise<void> {
  const gone = [...receiptIds]
  const sent = await db.selectFrom('receipt_image').select('sha256').where('receipt_id', 'in', gone).execute()
  await db
    .deleteFrom('image')
    .where(
      'sha256',
      'in',
      sent.map(({ sha256 }) => sha256),
    )
    .execute()
  for (const table of ['receipt_image', 'receipt_claim', 'receipt_dispute'] as const)
    await db.deleteFrom(table).where('receipt_id', 'in', gone).execute()
  await db.deleteFrom('receipt').where('id', 'in', gone).execute()
  await db.deleteFrom('idempotency').execute()
  await beginEpoch(db, systemRandom())
}
