import { BEACON_MAX } from '#contract/desk/limits.ts'
import { shortHash } from '#contract/list-hash.ts'
import { momentOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Prize, RESERVES } from '#server/campaign/prizes.ts'
import { verbOf } from '#server/cli/action-verb.ts'
import { oneLine, requiredOption, textOption, timeOption, wholeNumber } from '#server/cli/options.ts'
import { readTextFile } from '#server/cli/text-file.ts'
import { CliError, type Context, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'
import { readDrawnTickets } from '#server/exports/read-slips.ts'
import { ticketNoHeadings } from '#server/exports/slips.ts'

const stepsHelp = [
  'No one can influence the draw: the organiser seals the list of tickets before the beacon is known, and the source of the',
  'beacon does not know the secret. The server publishes each step on /api/draw/ID and the announcement page:',
  '  1 draw commit    before the close    SHA-256 of a secret, the prizes, and the choice of the beacon',
  '  2 draw seal      after the close     the list of tickets and its hash',
  '  3 draw run       with the beacon     winners and reserves, computed from secret, beacon and list',
  '  4 announce                           publishes the winners and the secret',
  '  5 draw publish   afterwards          one file from which anyone can recompute the draw with `draw verify`',
]

export const drawVerbs: readonly Verb[] = [
  verbOf('commitDraw', {
    usage: '--beacon TEXT --beacon-at TIME [--prize TITLE=N]... [--reserves N] [--again] [--late]',
    summary: 'Promise the draw: publish the hash of a secret, the prizes, and the choice of the beacon.',
    help: [
      ...stepsHelp,
      '',
      '--beacon describes a public random value that anyone can look up, --beacon-at when it will be known (after the',
      'close). Prizes are drawn in this order; without --prize the draw keeps its current prizes. TITLE is a prize’s',
      'key or Thai title in campaign/prizes.ts. The prizes and their numbers must match those that the app advertises.',
      '--again replaces the commitment while the list is not sealed; --late commits after the close. Explain publicly why.',
      '',
      'Example: draw commit --beacon "สลากกินแบ่งรัฐบาล รางวัลที่ 1 งวด 16 ธ.ค. 2569"',
      '           --beacon-at 2026-12-16T16:00:00+07:00 --prize concert=50 --prize case=500 --reserves 100',
    ],
    read: commitmentIn,
    print: ({ detail: made }) => [
      `The draw is committed. Commitment: ${made.commitment}`,
      ...made.prizes.map(prize => `  ${prize.count} × ${prize.titleTh}${prize.reserve ? ' (reserves)' : ''}`),
      `Beacon: ${made.beaconSource}, known from ${bangkokTime(momentOf(made.beaconAt))} (Bangkok time).`,
      'Publish the commitment where you cannot change it later, such as a newspaper or a post. Next: `draw seal`.',
    ],
  }),
  verbOf('sealDraw', {
    usage: '[--leave-pending] [--physical]',
    summary: 'Seal the list of tickets and publish its hash.',
    help: [
      'Run this after the campaign’s end and before the beacon is known. From then on the list cannot change, even if',
      'tickets become void or customers leave. Pending receipts do not take part: review them first, or pass',
      '--leave-pending. --physical seals the list for a draw from paper slips (see `slips` and `draw import`), which',
      'needs no beacon. Publish the list immediately with `draw publish`.',
      '',
      'Example: draw seal --dry-run',
    ],
    working: 'Sealing',
    read: ({ options }) => ({
      leavePending: options['leave-pending'] === true,
      physical: options.physical === true,
    }),
    print: ({ detail }) => [
      `The list is sealed: ${detail.entriesCount} tickets, hash ${detail.entriesHash}`,
      ...(detail.leftPending > 0 ? [`${detail.leftPending} pending receipts do not take part.`] : []),
      `Publish this hash now, where you cannot change it later: a post, a newspaper, a letter. Short form: ${shortHash(detail.entriesHash)}`,
      'Every phone that opens the app from now on stores it. Also publish the list: `draw publish FILE.json`.',
      'Next: `draw run`, or `slips` and `draw import`.',
    ],
  }),
  verbOf('runDraw', {
    usage: '--beacon VALUE',
    summary: 'Draw winners and reserves with the beacon.',
    help: [
      'VALUE must be exactly what anyone can look up, such as the six digits of the lottery’s first prize. The result',
      'stays hidden until `announce`.',
      '',
      'Example: draw run --beacon 123456',
    ],
    working: 'Drawing',
    read: context => ({ beacon: oneLine(requiredOption(context, 'beacon'), '--beacon', BEACON_MAX) }),
    print: ({ detail }) => drawnLines(detail),
  }),
  verbOf('importDraw', {
    usage: 'FILE.csv',
    summary: 'Import winners that were drawn by hand from paper slips.',
    help: [
      `The file has a header line with a column ticketNo (or ${ticketNoHeadings.slice(1).join(', ')}), and the tickets in the`,
      'order of the draw: winners, then reserves.',
      'Type or scan the number on the slip, FF-004512-5. Small letters, spaces and missing dashes do not matter, and the',
      'last digit reveals a wrong digit or two swapped ones. The ticket’s id is accepted too.',
      'Every ticket must be in the sealed list, and each customer can be drawn only once. If any line is wrong, all',
      'wrong lines are listed and nothing is imported.',
      '',
      'Example: draw import winners.csv --dry-run',
    ],
    read: async ({ args }) => ({ tickets: readDrawnTickets(await readTextFile(args[0] ?? '')) }),
    print: ({ detail }) => drawnLines(detail),
  }),
]

function commitmentIn(context: Context) {
  const beaconAt = timeOption(context, 'beacon-at')
  if (beaconAt === null)
    throw new CliError('--beacon-at: is required: the time at which the beacon will be known')
  return {
    beaconSource: oneLine(requiredOption(context, 'beacon'), '--beacon', BEACON_MAX),
    beaconAt,
    prizes: prizesIn(context),
    late: context.options.late === true,
    again: context.options.again === true,
  }
}

function prizesIn(context: Context): Prize[] | null {
  const given = context.options.prize
  const reserves = textOption(context, 'reserves')
  if (!Array.isArray(given)) {
    if (reserves !== undefined) throw new CliError('--reserves: can only be used together with --prize')
    return null
  }
  const prizes: Prize[] = given.map(text => {
    const [, title = '', count = ''] = /^(.*)=(\d+)$/s.exec(String(text)) ?? []
    if (title === '') throw new CliError(`--prize: must be TITLE=N, not "${text}"`)
    return {
      titleTh: oneLine(title, '--prize', bounds.titleLength),
      count: wholeNumber(count, '--prize', bounds.prizeCount),
    }
  })
  const count = wholeNumber(reserves ?? '0', '--reserves', { ...bounds.prizeCount, min: 0 })
  return count > 0 ? [...prizes, { ...RESERVES, count }] : prizes
}

type Drawn = { readonly winners: number; readonly reserves: number; readonly unfilled: number }

const drawnLines = ({ winners, reserves, unfilled }: Drawn): string[] => [
  `Drew ${winners} winners and ${reserves} reserves.`,
  ...(unfilled > 0 ? [`${unfilled} places stay empty: there are not enough customers with tickets.`] : []),
  'The result is not public yet. List it with `export winners`. Next: `announce`.',
]
