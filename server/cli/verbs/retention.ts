import { table } from '#server/cli/table.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { runRetention } from '#server/retention.ts'

/** Forgetting what has been kept long enough. */
export const retentionVerbs: readonly Verb[] = [
  {
    name: 'retention run',
    usage: '',
    summary: 'Forget what has been kept for its time, as the server does once a day.',
    help: [
      'Photos 90 days and everything personal 180 days after the announcement; logs after 90 days; the keys of repeated',
      'requests 30 days after the close; uploads that were begun a week ago and never finished. LINE accounts are',
      'forgotten with the people, and may then join again. It cannot be undone: look at --dry-run first.',
      '',
      'Example: retention run --dry-run',
    ],
    args: { min: 0, max: 0 },
    mode: 'alone',
    dryRun: true,
    run: run,
  },
]

async function run({ db, objects, now, dryRun, progress }: Context): Promise<Outcome> {
  const { step, end } = progress('Forgetting', null)
  const forgotten = await runRetention({ db, objects }, now, { dryRun, step }).finally(end)
  const rows = Object.entries(forgotten).map(([what, count]) => [what, String(count)])
  return {
    lines: table([dryRun ? 'would forget' : 'forgotten', ''], rows),
    data: forgotten,
    detail: forgotten,
  }
}
