import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import type { Handlers } from '#server/handler.ts'

/** Whether the process runs, and whether what it stands on answers. */
export const healthHandlers: Handlers<'healthz' | 'readyz'> = {
  async healthz() {
    return { ok: true }
  },

  async readyz({ deps, db, requestId }) {
    try {
      await sql`select 1 from schema_migration`.execute(db)
      await deps.objects.probe()
    } catch (error) {
      deps.log.error({ err: error, requestId }, 'not ready')
      throw new ApiError('UNAVAILABLE')
    }
    return { ok: true }
  },
}
