import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from '../deps.ts'

/** Queries the audit entries whose detail has this `customerId`, newest first. An index covers the same expression. */
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
