import type { ExpressionBuilder } from 'kysely'
import { winnerKinds } from '#server/message-queue/quota.ts'
import { countOf } from '#server/store/count.ts'
import type { Tables } from '#server/store/tables.ts'
import { LOG_BATCH, type Purge } from './purge.ts'

/** Excludes messages that inform winners about their prize. */
const olderThan = (before: number) => (eb: ExpressionBuilder<Tables, 'message'>) =>
  eb.and([eb('created_at', '<', before), eb('kind', 'not in', [...winnerKinds])])

/**
 * Deletes LINE messages older than `before` (milliseconds) in batches. Messages to winners are kept until the
 * customer's personal data is deleted, to prove later whether the winner was informed.
 */
export async function purgeMessages({ db, dryRun, step }: Purge, before: number): Promise<number> {
  if (dryRun) return countOf(db.selectFrom('message').where(olderThan(before)))
  let purged = 0
  for (;;) {
    const last = await db
      .selectFrom('message')
      .select('created_at')
      .where(olderThan(before))
      .orderBy('created_at')
      .limit(1)
      .offset(LOG_BATCH - 1)
      .executeTakeFirst()
    const { numDeletedRows } = await db
      .deleteFrom('message')
      .where(olderThan(last ? last.created_at + 1 : before))
      .executeTakeFirst()
    purged += Number(numDeletedRows)
    step(Number(numDeletedRows))
    if (!last) return purged
  }
}
