import { writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import {
  type DeliveryChange,
  deliveryChange,
  type WinnerFilter,
  winnerFilters,
} from '#contract/desk/winners.ts'
import { isoOrNull } from '#contract/time.ts'
import { customerNamed } from '#server/action.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { runAction } from '#server/cli/action-verb.ts'
import { CUSTOMER_USAGE, identifierHelp, oneOf, requiredOption, textOption } from '#server/cli/options.ts'
import { langOption } from '#server/cli/sheet-file.ts'
import { fieldTable, table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { winnerDetails } from '#server/winners/details.ts'
import { type Winner, winnersPage } from '#server/winners/list.ts'
import { prizeReceipt } from '#server/winners/receipt.ts'

export const winnerVerbs: readonly Verb[] = [
  {
    name: 'winners list',
    usage: '[--prize KEY] [--show WHICH]',
    summary: 'List winners and reserves and the state of their prizes.',
    help: [
      `--prize   only the winners of one prize, by its key in campaign/prizes.ts`,
      `--show    one of ${winnerFilters.join(', ')}`,
      'not-told lists winners who have not answered and for whom LINE has accepted no message: call them. `winners show`',
      'shows the phone number.',
      'Works only after the announcement. `export winners FILE.xlsx` also has the addresses.',
      '',
      'Example: winners list --show to-ship',
    ],
    run: list,
  },
  {
    name: 'winners show',
    usage: CUSTOMER_USAGE,
    summary: 'Show a winner with the address for the parcel.',
    help: [identifierHelp, '', 'Example: winners show 0812345678'],
    run: show,
  },
  {
    name: 'winners ship',
    usage: `${CUSTOMER_USAGE} --carrier NAME --tracking NUMBER | --undo`,
    summary: 'Record that a prize was sent, with its tracking number.',
    help: [
      'Run it again to correct the carrier or the number; the time of sending stays. Withholding tax must be paid first.',
      identifierHelp,
      '',
      'Example: winners ship 0812345678 --carrier "Thailand Post" --tracking EX123456789TH',
    ],
    run: ship,
  },
  {
    name: 'winners received',
    usage: `${CUSTOMER_USAGE} [--undo]`,
    summary: 'Record that a winner has the prize.',
    help: [
      'Use this for parcels and for prizes that you hand over.',
      identifierHelp,
      '',
      'Example: winners received 0812345678',
    ],
    run: context => change(context, { change: 'receive', done: context.options.undo !== true }),
  },
  {
    name: 'winners tax',
    usage: `${CUSTOMER_USAGE} --form | --paid [--undo]`,
    summary: 'Record that the signed receipt of a prize has arrived, or that its withholding tax is paid.',
    help: [
      'Applies to prizes of at least the value in the terms (campaign/legal-facts.ts).',
      '--form   the organiser has the receipt of the prize that the winner has signed (`winners receipt`)',
      '--paid   the winner has paid the withholding tax',
      identifierHelp,
      '',
      'Example: winners tax 0812345678 --paid',
    ],
    run: tax,
  },
  {
    name: 'winners guardian',
    usage: `${CUSTOMER_USAGE} [--undo]`,
    summary: 'Record that you have seen the consent of a minor winner’s guardian.',
    help: [
      'Needed before such a prize is sent or handed over. Staff at the door can record it as well.',
      identifierHelp,
      '',
      'Example: winners guardian 0812345678',
    ],
    run: context => change(context, { change: 'guardian', done: context.options.undo !== true }),
  },
  {
    name: 'winners receipt',
    usage: `${CUSTOMER_USAGE} FILE.html [--lang th|en]`,
    summary: 'Write the receipt of a prize, which the winner signs, as a page to print.',
    help: [
      'The winner writes the ID card number by hand; it is not stored. The page is not the withholding tax certificate.',
      '',
      'Example: winners receipt 0812345678 receipt.html',
    ],
    run: receipt,
  },
]

async function list({ db, options, now }: Context): Promise<Outcome> {
  const prize = textOption({ options }, 'prize')
  const given = textOption({ options }, 'show')
  const show = given === undefined ? undefined : oneOf(given, '--show', winnerFilters)
  const found = await allWinners(db, { prize, show }, now)
  if (!found.isAnnounced) throw new CliError('The result is not announced yet.')
  const keys = found.prizes.map(one => one.key)
  if (prize !== undefined) oneOf(prize, '--prize', keys)
  const rows = found.winners.map(one => [
    String(one.rank),
    one.prize?.key ?? '',
    one.status,
    one.name,
    one.trackingNo ?? '',
    ...[one.shippedAt, one.receivedAt, one.taxPaidAt].map(at => (at === null ? '' : bangkokTime(at))),
    one.customerId,
  ])
  const head = ['rank', 'prize', 'status', 'name', 'tracking', 'sent', 'received', 'tax paid', 'customer']
  const data = { winners: found.winners.map(dataOf) }
  return { lines: [...table(head, rows), `${rows.length} shown.`], data, detail: {} }
}

type Wanted = { readonly prize: string | undefined; readonly show: WinnerFilter | undefined }

async function allWinners(db: Context['db'], wanted: Wanted, now: number) {
  const first = await winnersPage(db, wanted, now)
  const winners = [...first.winners]
  for (let after = first.next; after !== null; ) {
    const page = await winnersPage(db, { ...wanted, after }, now)
    winners.push(...page.winners)
    after = page.next
  }
  return { ...first, winners }
}

const dataOf = ({ version: _, ...winner }: Winner) => ({
  ...winner,
  confirmBy: isoOrNull(winner.confirmBy),
  answeredAt: isoOrNull(winner.answeredAt),
  shippedAt: isoOrNull(winner.shippedAt),
  receivedAt: isoOrNull(winner.receivedAt),
  taxFormAt: isoOrNull(winner.taxFormAt),
  taxPaidAt: isoOrNull(winner.taxPaidAt),
  guardianAt: isoOrNull(winner.guardianAt),
})

async function detailsOf({ db, args, now }: Context) {
  const { id } = await customerNamed(db, args[0] ?? '')
  const found = await winnerDetails(db, id, now)
  if (!found) throw new CliError(`${id}: was not drawn, or the result is not announced yet`)
  return found
}

async function show(context: Context): Promise<Outcome> {
  const { winner, phone, label, ticketNumber } = await detailsOf(context)
  const { prize, ...rest } = dataOf(winner)
  const data = {
    ...rest,
    prize: prize?.key ?? null,
    taxBaht: prize?.taxBaht ?? null,
    phone,
    label,
    ticketNumber,
  }
  return { lines: fieldTable(data), data, detail: { customerId: winner.customerId } }
}

function ship(context: Context): Promise<Outcome> {
  if (context.options.undo === true) return change(context, { change: 'unship' })
  const parsed = v.safeParse(deliveryChange, {
    change: 'ship',
    carrier: requiredOption(context, 'carrier'),
    trackingNo: requiredOption(context, 'tracking'),
  })
  if (!parsed.success) throw new CliError('--carrier or --tracking: is not valid')
  return change(context, parsed.output)
}

async function tax(context: Context): Promise<Outcome> {
  const { form, paid, undo } = context.options
  if ((form === true) === (paid === true)) throw new CliError('Give exactly one of --form and --paid')
  return change(context, { change: form === true ? 'tax-form' : 'tax-paid', done: undo !== true })
}

async function change(context: Context, wanted: DeliveryChange): Promise<Outcome> {
  const { id } = await customerNamed(context.db, context.args[0] ?? '')
  const { detail } = await runAction('changeDelivery', context, { id, change: wanted, version: null })
  return { lines: [`${id}: recorded.`], data: { customerId: id, ...wanted }, detail }
}

async function receipt(context: Context): Promise<Outcome> {
  const found = await detailsOf(context)
  const file = context.args[1] ?? ''
  await writeFile(file, prizeReceipt({ ...found.winner, ...found }, langOption(context)), { mode: 0o600 })
  const data = { customerId: found.winner.customerId, file }
  // Users often name such files after the winner, so keep the path out of the audit log.
  const { customerId } = data
  return { lines: [`${file}: written. It contains personal data.`], data, detail: { customerId } }
}
