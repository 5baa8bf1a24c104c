import { DAY_MS } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { lastRunBeforeJump, MAX_GAP_MS } from '#server/retention/clock-check.ts'
import { runRetention } from '#server/retention/run.ts'

/** Forgetting what has been kept long enough. */
export const retentionVerbs: readonly Verb[] = [
  {
    name: 'retention run',
    usage: '[--clock-is-right]',
    summary: 'Forget what has been kept for its time, as the server does once a day.',
    help: [
      'Photos 90 days and everything personal 180 days after the announcement; logs after 90 days; the keys of repeated',
      'requests 30 days after the close; uploads that were begun a week ago and never finished. LINE accounts are',
      'forgotten with the people, and may then join again. It cannot be undone: look at --dry-run first.',
      '',
      `Nothing is forgotten, here and in the server, where the clock is more than ${MAX_GAP_MS / DAY_MS} days ahead of the last look:`,
      'a clock that has jumped would forget everything too early. Look at the date of the machine. Where it is right',
      'and no server has run for that long, --clock-is-right goes on, and so does the server from then on.',
      '',
      'Example: retention run --dry-run',
    ],
    options: { 'clock-is-right': { type: 'boolean' } },
    args: { min: 0, max: 0 },
    mode: 'alone',
    dryRun: true,
    run: run,
  },
]

async function run({ db, objects, now, dryRun, progress, options }: Context): Promise<Outcome> {
  const clockIsRight = options['clock-is-right'] === true
  const doubted = dryRun && !clockIsRight ? await lastRunBeforeJump(db, now) : null
  const { step, end } = progress('Forgetting', null)
  const retained = await runRetention({ db, objects }, now, { dryRun, clockIsRight, step }).finally(end)
  if (retained.kind === 'doubted') throw new CliError(doubt(now, retained.since))
  const { forgotten } = retained
  const rows = Object.entries(forgotten).map(([what, count]) => [what, String(count)])
  return {
    lines: [
      ...table([dryRun ? 'would forget' : 'forgotten', ''], rows),
      ...(doubted === null ? [] : [doubt(now, doubted)]),
    ],
    data: forgotten,
    detail: { ...forgotten, ...(clockIsRight ? { clockIsRight } : {}) },
  }
}

const doubt = (now: number, since: number): string =>
  `The clock says ${bangkokTime(now)}, but the last look was ${bangkokTime(since)} (Bangkok): nothing is forgotten. Where the clock is right: retention run --clock-is-right`
