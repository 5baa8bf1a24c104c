import * as v from 'valibot'
import { assertNever } from '#contract/assert-never.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { deleteUpload } from '#server/images/upload.ts'
import { backoffAfter, claimRow, dueRows, LEASE_MS, updateOwned } from '#server/store/leased.ts'
import type { Tables } from '#server/store/tables.ts'
import { deauthorize, type TaskResult } from './deauthorize.ts'
import { deliverNotice } from './deliver-notice.ts'

type Deps = Pick<
  ServerDeps,
  'db' | 'objects' | 'line' | 'log' | 'clock' | 'random' | 'messaging' | 'noticeTargets'
>
type Row = Tables['outgoing']

const DELAYS = { firstMs: 30_000, longestMs: 6 * HOUR_MS }
/**
 * With increasing delays, these attempts take about two days. After that, LINE no longer accepts the user's token, and
 * a notice is out of date.
 */
const MAX_ATTEMPTS = 18
const BATCH = 20

const userToken = v.object({ userAccessToken: v.string() })
const objectKey = v.object({ key: v.string() })
const owned = v.object({ customerId: v.string(), sha256: v.string() })

/**
 * Runs the due tasks (table `outgoing`) and returns how many were finished. Safe to run in several processes. After a
 * crash, the task runs again, which is harmless.
 */
export const runDueTasks = (deps: Deps): Promise<number> => runDue(deps, 'tasks')

/** Runs separately from the other tasks, because an unresponsive mail server takes ten seconds per notice. */
export const runDueNotices = (deps: Deps): Promise<number> => runDue(deps, 'notices')

type Turn = 'tasks' | 'notices'

async function runDue(deps: Deps, turn: Turn): Promise<number> {
  const { db, clock } = deps
  let finished = 0
  for (const row of await dueTasks(deps, turn)) {
    const claimed = await claimRow(db, 'outgoing', row, { not_before: clock.now() + LEASE_MS })
    if (claimed && (await attempt(deps, claimed))) finished += 1
  }
  return finished
}

function dueTasks({ db, line, clock }: Deps, turn: Turn): Promise<Row[]> {
  const rows = dueRows(db, 'outgoing', clock.now())
    .where('kind', turn === 'notices' ? '=' : '<>', 'desk-notice')
    .orderBy('not_before')
    .limit(BATCH)
  return (line.channelSecret === null ? rows.where('kind', '<>', 'deauthorize') : rows).execute()
}

async function attempt(deps: Deps, row: Row): Promise<boolean> {
  const about = { task: row.id, kind: row.kind, attempts: row.attempts }
  try {
    const result = await runTask(deps, row)
    if (result === 'obsolete') deps.log.warn(about, 'task dropped: the remote no longer needs it')
    await deleteTask(deps, row)
    return true
  } catch (error) {
    deps.log.warn({ ...about, err: error }, 'task failed')
    if (isGivenUp(row)) {
      deps.log.error(about, 'task given up after too many attempts')
      await deleteTask(deps, row)
      return true
    }
    await postpone(deps, row, error)
    return false
  }
}

/** Photo deletions are retried without limit. */
const isGivenUp = ({ kind, attempts }: Row): boolean =>
  (kind === 'deauthorize' || kind === 'desk-notice') && attempts >= MAX_ATTEMPTS

async function runTask(deps: Deps, row: Row): Promise<TaskResult> {
  const payload: unknown = JSON.parse(row.payload)
  switch (row.kind) {
    case 'deauthorize':
      return deauthorize(deps.line, v.parse(userToken, payload).userAccessToken)
    case 'delete-object':
      await deps.objects.delete(v.parse(objectKey, payload).key)
      return 'done'
    case 'forget-upload':
      await deleteUpload(deps, v.parse(owned, payload))
      return 'done'
    case 'desk-notice':
      return deliverNotice(deps, row.id, payload)
    default:
      return assertNever(row.kind)
  }
}

async function deleteTask({ db }: Deps, row: Row): Promise<void> {
  await db.deleteFrom('outgoing').where('id', '=', row.id).execute()
}

async function postpone({ db, clock }: Deps, row: Row, error: unknown): Promise<void> {
  await updateOwned(db, 'outgoing', row)
    .set({
      not_before: clock.now() + backoffAfter(row.attempts, DELAYS),
      last_error: String(error).slice(0, 200),
    })
    .execute()
}
