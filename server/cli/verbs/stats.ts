import * as v from 'valibot'
import { BANGKOK_OFFSET_MS, bangkokDay } from '#contract/rules.ts'
import { day as dayFormat } from '#contract/schema/common.ts'
import { DAY_MS, gregorian } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { textOption } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import {
  addCounts,
  COUNTED_TABLES,
  type Counts,
  dailyCounts,
  zeroCounts,
} from '#server/stats/daily-counts.ts'

const MAX_DAYS = 1000

export const statsVerbs: readonly Verb[] = [
  {
    name: 'stats',
    usage: '[--from DAY] [--to DAY]',
    summary: 'Show new customers, receipts, tickets, used rewards and answers by day.',
    help: [
      'Days are in Bangkok. Without --from, the list starts at the opening; without --to, it ends today. Both days are included.',
      '',
      '  customers   first visited on this day, and have registered since',
      '  receipts    sent on this day; the next four columns split them by their current status',
      '  baht        sum of the approved receipts',
      '  tickets     valid tickets given on this day, for any reason',
      '  rewards     rewards that were used on this day',
      '  answers     answers to a question on this day',
      '',
      'Example: stats --from 2026-12-01 --to 2026-12-31',
    ],
    mode: 'without-transaction',
    run: stats,
  },
]

type Day = Counts & { readonly day: string }

async function stats(context: Context): Promise<Outcome> {
  const { db, now, progress } = context
  const { opens_at } = await readCampaign(db)
  const last = dayOption(context, 'to') ?? numberOf(bangkokDay(now))
  const first = dayOption(context, 'from') ?? Math.min(numberOf(bangkokDay(opens_at)), last)
  if (first > last) throw new CliError('--from: must not be later than --to')
  if (last - first >= MAX_DAYS) throw new CliError(`--from: give at most ${MAX_DAYS} days`)
  const bar = progress('Counting', COUNTED_TABLES)
  const period = { from: startOf(first), until: startOf(last + 1) }
  const found = await dailyCounts(db, period, () => bar.step(1)).finally(bar.end)
  const days = Array.from({ length: last - first + 1 }, (_, at) => ({
    day: nameOf(first + at),
    ...(found.get(first + at) ?? zeroCounts()),
  }))
  const total = zeroCounts()
  for (const one of days) addCounts(total, one)
  const detail = { from: nameOf(first), to: nameOf(last) }
  return {
    lines: linesOf(days, total),
    data: { ...detail, days: days.map(inBaht), total: inBaht(total) },
    detail,
  }
}

const inBaht = <T extends Counts>({ satang, ...counts }: T) => ({ ...counts, amount: satang / SATANG })

function linesOf(days: readonly Day[], total: Counts): string[] {
  const cells = (name: string, counts: Counts): string[] => [
    name,
    ...[counts.customers, counts.receipts, counts.approved, counts.rejected, counts.pending, counts.void].map(
      String,
    ),
    (counts.satang / SATANG).toFixed(2),
    ...[counts.tickets, counts.rewards, counts.answers].map(String),
  ]
  return table(
    [
      'day',
      'customers',
      'receipts',
      'approved',
      'rejected',
      'pending',
      'void',
      'baht',
      'tickets',
      'rewards',
      'answers',
    ],
    [...days.map(one => cells(one.day, one)), cells('total', total)],
  )
}

/** Converts a day option to days since 1970. The year may be Buddhist. Returns null if the option is missing. */
function dayOption(context: Context, name: string): number | null {
  const given = textOption(context, name)
  if (given === undefined) return null
  const text = gregorian(given)
  if (!v.is(dayFormat, text)) throw new CliError(`--${name}: must be a day, such as 2026-12-01`)
  return numberOf(text)
}

const numberOf = (day: string): number => Date.parse(day) / DAY_MS
const nameOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** Start of the day in Bangkok, in milliseconds. */
const startOf = (day: number): number => day * DAY_MS - BANGKOK_OFFSET_MS
