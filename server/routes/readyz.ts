import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'readyz'> = async ({ deps, db, requestId }) => {
  try {
    await sql`select 1 from schema_migration`.execute(db)
    await deps.objects.probe()
  } catch (error) {
    deps.log.error({ err: error, requestId }, 'not ready')
    throw new ApiError('UNAVAILABLE')
  }
  return { ok: true }
}
