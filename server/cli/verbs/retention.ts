import { DAY_MS } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { lastRunBeforeJump, MAX_GAP_MS } from '#server/retention/clock-check.ts'
import { runRetention } from '#server/retention/run.ts'

export const retentionVerbs: readonly Verb[] = [
  {
    name: 'retention run',
    usage: '[--clock-is-right]',
    summary: 'Delete data whose retention period is over, as the server does once a day.',
    help: [
      'Deletes photos 90 days and personal data 180 days after the announcement, customers who never registered 30 days',
      'after their last visit, logs after 90 days, reports of phones after 30 days, idempotency keys 30 days after the',
      'close, unfinished uploads after a week, and notices of the desk after a year. LINE accounts are deleted together with the personal data and can then join again. The deletion is',
      'permanent: use --dry-run first.',
      '',
      'If the announcement is late or never happens, the days count from its planned time (`dates show`), or from 90 days',
      'after the close if that is earlier. They do not count while the campaign is opened by hand (`open`). `doctor` shows',
      'both dates.',
      '',
      `Retention deletes nothing if the clock is more than ${MAX_GAP_MS / DAY_MS} days ahead of the last run, here and in the server: with a`,
      'clock that jumped ahead, it would delete data too early. Check the date of the machine. If it is right because no',
      'server ran for that long, pass --clock-is-right; after that, the server continues as well.',
      '',
      'Example: retention run --dry-run',
    ],
    mode: 'without-transaction',
    dryRun: true,
    run: run,
  },
]

async function run({ db, objects, now, dryRun, progress, options }: Context): Promise<Outcome> {
  const clockIsRight = options['clock-is-right'] === true
  const lastRunAt = dryRun && !clockIsRight ? await lastRunBeforeJump(db, now) : null
  const { step, end } = progress('Deleting', null)
  const result = await runRetention({ db, objects }, now, { dryRun, clockIsRight, step }).finally(end)
  if (result.kind === 'clock-jumped') throw new CliError(clockWarning(now, result.lastRunAt))
  const { purged } = result
  const rows = Object.entries(purged).map(([what, count]) => [what, String(count)])
  return {
    lines: [
      ...table([dryRun ? 'would delete' : 'deleted', ''], rows),
      ...(lastRunAt === null ? [] : [clockWarning(now, lastRunAt)]),
    ],
    data: purged,
    detail: { ...purged, ...(clockIsRight ? { clockIsRight } : {}) },
  }
}

const clockWarning = (now: number, lastRunAt: number): string =>
  `Nothing is deleted: the clock shows ${bangkokTime(now)}, but the last run was at ${bangkokTime(lastRunAt)} (Bangkok time). If the clock is right, use: retention run --clock-is-right`
