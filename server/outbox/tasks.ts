import * as v from 'valibot'
import { assertNever } from '#contract/assert-never.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { deleteUpload } from '#server/images/upload.ts'
import type { Tables } from '#server/store/tables.ts'
import { deauthorize, type Ended } from './deauthorize.ts'

type Deps = Pick<ServerDeps, 'db' | 'objects' | 'line' | 'log' | 'clock'>
type Row = Tables['outgoing']

/** How long a piece of work belongs to who has taken it, in milliseconds: longer than any of it takes. */
const LEASE_MS = 2 * 60_000
/** The pause after the first failure, doubled with each further one, and the longest pause, in milliseconds. */
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 6 * HOUR_MS
/** Two and a half days of repeats: no user's token lives on that LINE would still deauthorize. */
const MAX_DEAUTHORIZE_ATTEMPTS = 18
const BATCH = 20

const userToken = v.object({ userAccessToken: v.string() })
const objectKey = v.object({ key: v.string() })
const owned = v.object({ customerId: v.string(), sha256: v.string() })

/**
 * Does what is due of the work for other systems (`outgoing`), and gives how much of it ended. Any number of
 * processes may do this at once: who moves a row's moment on has taken it, and a process that dies with it gives it
 * back by the clock. Work may therefore be done twice, which neither LINE nor the photos' store minds.
 */
export async function runDueTasks(deps: Deps): Promise<number> {
  let ended = 0
  for (const row of await due(deps)) {
    if (!(await take(deps, row))) continue
    if (await attempt(deps, { ...row, attempts: row.attempts + 1 })) ended += 1
  }
  return ended
}

function due({ db, line, clock }: Deps): Promise<Row[]> {
  let rows = db
    .selectFrom('outgoing')
    .selectAll()
    .where('not_before', '<=', clock.now())
    .orderBy('not_before')
    .limit(BATCH)
  // Nothing can be said to LINE without the channel's secret; it waits until there is one.
  if (line.channelSecret === null) rows = rows.where('kind', '<>', 'deauthorize')
  return rows.execute()
}

async function take({ db, clock }: Deps, row: Row): Promise<boolean> {
  const taken = await db
    .updateTable('outgoing')
    .set({ not_before: clock.now() + LEASE_MS, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .where('not_before', '=', row.not_before)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

async function attempt(deps: Deps, row: Row): Promise<boolean> {
  const about = { work: row.id, kind: row.kind, attempts: row.attempts }
  try {
    const ended = await perform(deps, row)
    if (ended === 'pointless') deps.log.warn(about, 'work for another system had become pointless')
    await forget(deps, row)
    return true
  } catch (error) {
    deps.log.warn({ ...about, err: error }, 'work for another system failed')
    // A photo is never given up: it must go, however long its store is away.
    if (row.kind === 'deauthorize' && row.attempts >= MAX_DEAUTHORIZE_ATTEMPTS) {
      deps.log.error(about, 'work for another system is given up')
      await forget(deps, row)
      return true
    }
    await postpone(deps, row, error)
    return false
  }
}

async function perform(deps: Deps, row: Row): Promise<Ended> {
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
    default:
      return assertNever(row.kind)
  }
}

/** The row goes with the token that is in it. */
async function forget({ db }: Deps, row: Row): Promise<void> {
  await db.deleteFrom('outgoing').where('id', '=', row.id).execute()
}

async function postpone({ db, clock }: Deps, row: Row, error: unknown): Promise<void> {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (row.attempts - 1))
  await db
    .updateTable('outgoing')
    .set({ not_before: clock.now() + pause, last_error: String(error).slice(0, 200) })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute()
}
