import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { drawProgress } from '#server/cli/draw-progress.ts'
import { momentOption, oneLine, requiredOption, textOption, wholeNumber } from '#server/cli/options.ts'
import { readTextFile } from '#server/cli/text-file.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'
import { parseCsv } from '#server/data/csv.ts'
import { commitDraw } from '#server/draw/commit.ts'
import { importDraw } from '#server/draw/import.ts'
import type { Prize } from '#server/draw/prizes.ts'
import { runDraw } from '#server/draw/run.ts'
import { sealDraw } from '#server/draw/seal.ts'

/** Signs of what the beacon will be, or was. */
const BEACON_MAX = 200

const why = [
  'Nobody can steer the draw: who draws up the list of tickets does not know the beacon, and the beacon’s source',
  'does not know the secret. The steps, each published on /api/draw/ID and the announcement page by itself:',
  '  1 draw commit    before the close    SHA-256 of a secret, the prizes, and what the beacon will be',
  '  2 draw seal      after the close     the list of tickets, and its hash',
  '  3 draw run       with the beacon     winners and reserves follow from secret, beacon and list',
  '  4 announce                           winners and the secret are told',
  '  5 draw publish   afterwards          one file from which anyone recomputes it with `draw verify`',
]

/** The fair draw, from the promise to the winners. */
export const drawVerbs: readonly Verb[] = [
  {
    name: 'draw commit',
    usage: '--beacon TEXT --beacon-at TIME [--prize TITLE=N]... [--reserves N] [--again] [--late]',
    summary: 'Promise the draw: publish the hash of a secret, the prizes, and what the beacon will be.',
    help: [
      ...why,
      '',
      '--beacon says in words what anyone will be able to look up, --beacon-at when it will be known: after the close.',
      'Prizes are won in the order in which they are given; without --prize those of the draw stay as they are.',
      '--again replaces a commitment, as long as nothing is sealed; --late makes one after the close. Say publicly why.',
      '',
      'Example: draw commit --beacon "สลากกินแบ่งรัฐบาล รางวัลที่ 1 งวด 16 ธ.ค. 2569"',
      '           --beacon-at 2026-12-16T16:00:00+07:00 --prize "บัตรคอนเสิร์ต 2 ที่นั่ง=50" --reserves 25',
    ],
    options: {
      beacon: { type: 'string' },
      'beacon-at': { type: 'string' },
      prize: { type: 'string', multiple: true },
      reserves: { type: 'string' },
      again: { type: 'boolean' },
      late: { type: 'boolean' },
    },
    args: { min: 0, max: 0 },
    dryRun: true,
    run: commit,
  },
  {
    name: 'draw seal',
    usage: '[--leave-pending] [--physical]',
    summary: 'Close the list of tickets and publish its hash.',
    help: [
      'After the campaign’s end, before the beacon is known. From then on the list does not change, whatever becomes',
      'of tickets and customers. Receipts that still wait would take no part: review them first, or --leave-pending.',
      '--physical seals for a draw from paper slips (see `slips` and `draw import`), which needs no beacon.',
      'Publish the list at once with `draw publish`.',
      '',
      'Example: draw seal --dry-run',
    ],
    options: { 'leave-pending': { type: 'boolean' }, physical: { type: 'boolean' } },
    args: { min: 0, max: 0 },
    dryRun: true,
    run: seal,
  },
  {
    name: 'draw run',
    usage: '--beacon VALUE',
    summary: 'Draw winners and reserves with the beacon.',
    help: [
      'VALUE exactly as anyone can look it up, such as the six digits of the lottery’s first prize. Nobody is told',
      'before `announce`.',
      '',
      'Example: draw run --beacon 123456',
    ],
    options: { beacon: { type: 'string' } },
    args: { min: 0, max: 0 },
    dryRun: true,
    run: run,
  },
  {
    name: 'draw import',
    usage: 'FILE.csv',
    summary: 'Take over winners that were drawn by hand from paper slips.',
    help: [
      'A column ticketNo, named in the first line, in the order in which the slips were drawn: winners, then reserves.',
      'Every ticket must be in the sealed list; a customer can be drawn once. If any line is wrong, all wrong lines',
      'are named and nothing is taken over.',
      '',
      'Example: draw import winners.csv --dry-run',
    ],
    args: { min: 1, max: 1 },
    dryRun: true,
    run: importFile,
  },
]

async function commit(context: Context): Promise<Outcome> {
  const beaconAt = momentOption(context, 'beacon-at')
  if (beaconAt === null) throw new CliError('--beacon-at: is needed: when the beacon will be known')
  const promise = {
    beaconSource: oneLine(requiredOption(context, 'beacon'), '--beacon', BEACON_MAX),
    beaconAt,
    prizes: prizesIn(context),
    late: context.options.late === true,
    again: context.options.again === true,
  }
  const made = await commitDraw(context.db, promise, context.now, context.random)
  const data = { ...made, beaconAt: isoOf(made.beaconAt) }
  return {
    lines: [
      `The draw is promised. Its commitment: ${made.commitment}`,
      ...made.prizes.map(prize => `  ${prize.count} × ${prize.titleTh}${prize.reserve ? ' (reserves)' : ''}`),
      `The beacon: ${made.beaconSource}, known from ${bangkokTime(made.beaconAt)} in Bangkok.`,
      'Publish the commitment where it cannot be changed, such as a post or a newspaper. Next: `draw seal`.',
    ],
    data,
    detail: data,
  }
}

const RESERVES_TITLE = 'ลำดับสำรอง'

function prizesIn(context: Context): Prize[] | null {
  const given = context.options.prize
  const reserves = textOption(context, 'reserves')
  if (!Array.isArray(given)) {
    if (reserves !== undefined) throw new CliError('--reserves: goes with --prize')
    return null
  }
  const prizes: Prize[] = given.map(text => {
    const [, title = '', count = ''] = /^(.*)=(\d+)$/s.exec(String(text)) ?? []
    if (title === '') throw new CliError(`--prize: TITLE=N is needed, not "${text}"`)
    return {
      titleTh: oneLine(title, '--prize', bounds.titleLength),
      count: wholeNumber(count, '--prize', bounds.prizeCount),
    }
  })
  const count = wholeNumber(reserves ?? '0', '--reserves', { ...bounds.prizeCount, min: 0 })
  return count > 0 ? [...prizes, { titleTh: RESERVES_TITLE, count, reserve: true }] : prizes
}

async function seal(context: Context): Promise<Outcome> {
  const work = drawProgress(context.progress, 'Sealing')
  const how = {
    leavePending: context.options['leave-pending'] === true,
    physical: context.options.physical === true,
  }
  const data = await sealDraw(context.db, how, context.now, work).finally(work.end)
  return {
    lines: [
      `The list is sealed: ${data.entriesCount} tickets, hash ${data.entriesHash}`,
      ...(data.leftPending > 0 ? [`${data.leftPending} receipts still wait and take no part.`] : []),
      'Publish the list now: `draw publish FILE.json`. Next: `draw run`, or `slips` and `draw import`.',
    ],
    data,
    detail: data,
  }
}

async function run(context: Context): Promise<Outcome> {
  const work = drawProgress(context.progress, 'Drawing')
  const beacon = oneLine(requiredOption(context, 'beacon'), '--beacon', BEACON_MAX)
  const data = await runDraw(context.db, beacon, context, work).finally(work.end)
  return { lines: drawnLines(data), data, detail: data }
}

type Drawn = { readonly winners: number; readonly reserves: number; readonly unfilled: number }

const drawnLines = ({ winners, reserves, unfilled }: Drawn): string[] => [
  `${winners} winners and ${reserves} reserves are drawn.`,
  ...(unfilled > 0 ? [`${unfilled} places stay empty: there are not enough customers with tickets.`] : []),
  'Nobody is told yet. See them with `export winners`. Next: `announce`.',
]

async function importFile(context: Context): Promise<Outcome> {
  const path = context.args[0] ?? ''
  const [head, ...records] = parseCsv(await readTextFile(path))
  const column = head?.fields.indexOf('ticketNo') ?? -1
  if (column < 0) throw new CliError('line 1: the column ticketNo is missing')
  const tickets = records.map(({ line: at, fields }) => ({ line: at, ticketNo: fields[column] ?? '' }))
  const data = await importDraw(context.db, tickets, context)
  return { lines: drawnLines(data), data, detail: { file: path, ...data } }
}
