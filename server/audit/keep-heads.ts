import { MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { type Repeated, repeat } from '#server/repeat.ts'
import type { Db } from '#server/store/tables.ts'
import { type AuditHead, GENESIS } from './head.ts'
import { appendHead, lastHead } from './head-file.ts'
import { auditHead } from './log.ts'

type Deps = Pick<ServerDeps, 'db' | 'clock' | 'log'>

/**
 * Appends the audit log's head to a file every minute if it has changed, and again on stop. Logs an error if the log no
 * longer contains the last appended head.
 */
export function startKeepingHeads(deps: Deps, path: string): Repeated {
  const onError = (error: unknown) =>
    deps.log.error({ err: error }, 'AUDIT_HEAD_FILE: could not append the head of the audit log')
  const keep = () => keepHead(deps, path)
  const repeated = repeat(MINUTE_MS, keep, onError)
  return {
    async stop() {
      await repeated.stop()
      await keep().catch(onError)
    },
  }
}

export async function keepHead({ db, clock, log }: Deps, path: string): Promise<void> {
  const last = await lastHead(path)
  if (last !== null && !(await contains(db, last)))
    log.error(
      { seq: last.seq },
      'the audit log was changed: it no longer contains the head kept in AUDIT_HEAD_FILE; see "audit verify"',
    )
  const head = await auditHead(db)
  if (head.seq !== last?.seq || head.hash !== last.hash) await appendHead(path, head, clock.now())
}

async function contains(db: Db, { seq, hash }: AuditHead): Promise<boolean> {
  if (hash === GENESIS) return true
  const row = await db.selectFrom('audit').select('hash').where('seq', '=', seq).executeTakeFirst()
  return row?.hash === hash
}
