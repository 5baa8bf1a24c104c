import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from '../deps.ts'

/**
 * Selects the audit entries about this customer (`customerId` in the detail), newest first. There is an index on the
 * same expression.
 */
export function actionsAbout(
  { db, dialect }: { readonly db: Db; readonly dialect: DeskDeps['dialect'] },
  customerId: string,
) {
  const about =
    dialect === 'postgres' ? sql`(detail::json ->> 'customerId')` : sql`json_extract(detail, '$.customerId')`
  return db
    .selectFrom('audit')
    .select(['seq', 'at', 'actor', 'action'])
    .where(about, '=', customerId)
    .orderBy('seq', 'desc')
}
