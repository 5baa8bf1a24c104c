import { bangkokMinute } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { moveOldTexts } from '#server/audit/old-texts.ts'
import type { ServerDeps } from '#server/deps.ts'
import { rewriteFile } from '#server/store/rewrite-file.ts'
import { emptyWriteAheadLog } from '#server/store/sqlite.ts'
import { runRetention } from './run.ts'

type Deps = Pick<ServerDeps, 'db' | 'dialect' | 'objects' | 'clock' | 'log' | 'metrics'>

/** The first run must not compete with the process's first requests. */
const FIRST_AFTER_MS = MINUTE_MS

/** The hour of the night, in Bangkok, in which the SQLite file is rewritten. */
const REWRITE_HOUR = '03'

/**
 * Runs retention shortly after the server starts and then once a day. Empties SQLite's write-ahead log every hour, and
 * rewrites the file every night, because data that customers have erased can remain in both.
 */
export function startRetention(deps: Deps): { stop(): void } {
  const once = () => void runRetentionOnce(deps)
  const first = setTimeout(once, FIRST_AFTER_MS).unref()
  const daily = setInterval(once, DAY_MS).unref()
  const hourly = setInterval(() => void removeErasedPages(deps), HOUR_MS).unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(daily)
      clearInterval(hourly)
    },
  }
}

/** Logs errors and clock jumps. Both are retried in the next day's run. */
export async function runRetentionOnce(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  try {
    const result = await runRetention(deps, now)
    deps.metrics?.retention({ paused: result.kind === 'clock-jumped' })
    if (result.kind === 'clock-jumped') {
      const times = { now: isoOf(now), lastRunAt: isoOf(result.lastRunAt) }
      deps.log.error(times, 'retention paused: the clock is far ahead; see "retention run --help"')
    } else if (Object.values(result.purged).some(count => count > 0)) {
      deps.log.info({ purged: result.purged }, 'retention deleted old data')
    }
    await moveOldTexts(deps.db, now)
  } catch (error) {
    deps.log.error({ err: error }, 'retention failed')
  }
  await removeErasedPages(deps)
}

export async function removeErasedPages({
  db,
  dialect,
  clock,
  log,
}: Pick<Deps, 'db' | 'dialect' | 'clock' | 'log'>): Promise<void> {
  if (dialect !== 'sqlite') return
  try {
    const hour = bangkokMinute(clock.now()).slice(11, 13)
    if (hour !== REWRITE_HOUR) await emptyWriteAheadLog(db)
    else if (!(await rewriteFile(db))) log.warn('the database is too large to be rewritten at night')
  } catch (error) {
    log.error({ err: error }, 'could not remove erased data from the unused parts of the database')
  }
}
