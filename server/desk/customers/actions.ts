import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from '../deps.ts'

/** The query for the audit entries whose detail has this `customerId`, newest first. The index is on the same expression. */
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
