import { HOUR_MS } from '#contract/time.ts'
import { textOption } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { CliError } from '#server/cli/verb.ts'
import { type PhoneHealth, phoneHealth } from '#server/phones/phone-health.ts'

const DEFAULT_HOURS = 24
/** Reports are deleted after 30 days. */
const MAX_HOURS = 30 * 24

export const healthVerbs: readonly Verb[] = [
  {
    name: 'health',
    usage: '[--hours NUMBER]',
    summary: 'Show the phones’ reports: times, errors by build, and jobs that wait too long.',
    help: [
      `Without --hours, shows the last ${DEFAULT_HOURS} hours. The hours are full hours of the clock.`,
      '',
      '  visits   visits that reported their times: one in ten, of customers who have not switched it off',
      '  LCP      time until the largest part of the first screen was visible',
      '  INP      the slowest response to a tap',
      '  home     time until home was visible',
      '  errors   errors of the app on phones, at most five in one page',
      '',
      'The times are p75: three of four visits were as fast or faster. "other" is a build that this campaign has not served,',
      'or an older one than the ten newest. A place such as view:1:2345 is the script, line and column in dist/assets.',
      '',
      'A phone reports a job that waits for over an hour once in 24 hours. For a longer period, the same phone counts once',
      'for each day.',
      '',
      'Example: health --hours 2',
    ],
    mode: 'without-transaction',
    run: health,
  },
]

async function health(context: Context): Promise<Outcome> {
  const hours = hoursOption(context)
  const thisHour = context.now - (context.now % HOUR_MS)
  const found = await phoneHealth(context.db, thisHour - (hours - 1) * HOUR_MS)
  return { lines: linesOf(found, hours), data: { hours, ...found }, detail: { hours } }
}

function hoursOption(context: Context): number {
  const text = textOption(context, 'hours') ?? String(DEFAULT_HOURS)
  const hours = Number(text)
  if (!/^\d+$/.test(text) || hours < 1 || hours > MAX_HOURS)
    throw new CliError(`--hours: must be a number from 1 to ${MAX_HOURS}`)
  return hours
}

const ms = (value: number | null): string => (value === null ? '-' : `${value} ms`)

function linesOf({ builds, oldJobs, places }: PhoneHealth, hours: number): string[] {
  const period = hours === 1 ? 'this hour' : `the last ${hours} hours`
  const { phones, maxTries, maxMinutes } = oldJobs
  const oldest = phones === 0 ? '' : ` (oldest at least ${maxMinutes / 60} h, at most ${maxTries} tries)`
  return [
    ...table(
      ['build', 'visits', 'LCP p75', 'INP p75', 'home p75', 'errors'],
      builds.map(one => [
        one.build,
        String(one.visits),
        ms(one.p75.lcp),
        ms(one.p75.inp),
        ms(one.p75.home),
        String(one.errors),
      ]),
    ),
    '',
    `Phones with a job older than an hour, in ${period}: ${phones}${oldest}`,
    ...(places.length === 0
      ? []
      : [
          '',
          ...table(
            ['errors', 'build', 'name', 'screen', 'place'],
            places.map(one => [
              String(one.count),
              one.build,
              one.error,
              one.screen,
              `${one.script}:${one.row}:${one.column}`,
            ]),
          ),
        ]),
  ]
}
