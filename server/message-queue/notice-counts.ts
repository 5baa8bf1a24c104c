import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { addReadGauge } from '#server/read-gauge.ts'
import type { Db } from '#server/store/tables.ts'

/** `failing` is the number of notices that have failed at least once. */
export async function noticeCounts(db: Db): Promise<{ readonly waiting: number; readonly failing: number }> {
  const { waiting, failing } = await db
    .selectFrom('outgoing')
    .where('kind', '=', 'desk-notice')
    .select([
      sql<number | string>`count(*)`.as('waiting'),
      sql<number | string>`count(last_error)`.as('failing'),
    ])
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), failing: Number(failing) }
}

export function createNoticeMetrics(db: Db, registers: Registry[]): void {
  addReadGauge(
    registers,
    {
      name: 'campaign_desk_notices',
      help: 'Notices of the desk to mail addresses and LINE ids that wait, and those of them that have failed, by state',
      labelNames: ['state'],
    },
    () => noticeCounts(db),
    (gauge, { waiting, failing }) => {
      gauge.set({ state: 'waiting' }, waiting)
      gauge.set({ state: 'failing' }, failing)
    },
  )
}
