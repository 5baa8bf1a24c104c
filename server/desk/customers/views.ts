import { HOUR_MS } from '#contract/time.ts'
import { appendAudit } from '#server/audit/log.ts'
import { lockDatabase } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import type { DeskDeps } from '../deps.ts'
import { actionsAbout } from './actions.ts'

const VIEW = 'desk customer view'
type Store = { readonly db: Db; readonly dialect: DeskDeps['dialect'] }
type View = { readonly customerId: string; readonly actor: string; readonly now: number }

/** Records in the audit log that a person has opened a customer's page, at most once per person, customer and hour. */
export async function recordView({ db, dialect }: Store, view: View): Promise<void> {
  const isRecorded = async (on: Db) =>
    (
      await actionsAbout({ db: on, dialect }, view.customerId)
        .where('actor', '=', view.actor)
        .where('action', '=', VIEW)
        .where('at', '>', view.now - HOUR_MS)
        .limit(1)
        .execute()
    ).length > 0
  if (await isRecorded(db)) return
  await inTransaction(db, async trx => {
    // Two calls of the same page arrive at the same time.
    await lockDatabase(trx)
    if (await isRecorded(trx)) return
    const detail = { customerId: view.customerId }
    await appendAudit(trx, { at: view.now, actor: view.actor, action: VIEW, detail })
  })
}
