import * as v from 'valibot'
import { type Receipt, type RejectReason, receiptStatus, rejectReasons } from '#contract/schema/receipt.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { receiptRow, showReceipt } from '#server/campaign/receipts/read.ts'
import {
  approveReceipt,
  REJECT_NOTE_MAX,
  rejectNote,
  rejectReceipt,
  voidReceipt,
} from '#server/campaign/receipts/review.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { oneOf, textOption, wholeNumber } from '#server/cli/options.ts'
import { writePhotos } from '#server/cli/photos.ts'
import { receiptPairs } from '#server/cli/receipt-pairs.ts'
import { countLine, fieldTable, table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { withProgress } from '#server/cli/with-progress.ts'
import { ApiError } from '#server/errors.ts'
import { reviewCard } from '#server/review/card.ts'
import { isPair } from '#server/review/reasons.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

const LIST_MAX = 1000

export const receiptVerbs: readonly Verb[] = [
  {
    name: 'receipts list',
    usage: '[--status pending|approved|rejected|void] [--limit N]',
    summary: 'List receipts, oldest first.',
    help: [
      'Without --status, lists pending receipts. Lists at most 50 unless --limit is given.',
      '',
      'Example: receipts list --status rejected --limit 200',
    ],
    run: list,
  },
  {
    name: 'receipts show',
    usage: 'ID [--image FILE]',
    summary: 'Show one receipt, side by side with similar ones, and optionally write its photos to files.',
    help: [
      'Shows what the customer entered, other receipts with the same number or photo, or with possibly the same photo saved',
      'again, and receipts with the same store and amount within a day. --image out.jpg writes the photos to out.jpg, out-2.jpg and so on.',
      '',
      'Example: receipts show 01920000-0000-7000-8000-000000000001 --image out.jpg',
    ],
    run: show,
  },
  {
    name: 'receipts approve',
    usage: 'ID...',
    summary: 'Approve pending receipts and give the customers their tickets.',
    help: [
      'If one of the receipts is not pending, none is approved. `receipts void` revokes an approval.',
      '',
      'Example: receipts approve 01920000-0000-7000-8000-000000000001 01920000-0000-7000-8000-000000000002',
    ],
    dryRun: true,
    run: approve,
  },
  {
    name: 'receipts reject',
    usage: 'ID... --reason REASON [--note TEXT]',
    summary: 'Reject pending receipts with a reason that the customer sees.',
    help: [
      ...Object.entries(rejectReasons).map(([reason, thai]) => `  ${reason.padEnd(12)} ${thai}`),
      '',
      'The customer sees the reason in Thai or English, followed by the note, and can correct the receipt up to three',
      'times. You cannot revoke a rejection.',
      '',
      'Example: receipts reject 01920000-0000-7000-8000-000000000001 --reason BLURRY --note "มองไม่เห็นวันที่"',
    ],
    dryRun: true,
    run: reject,
  },
  {
    name: 'receipts void',
    usage: 'ID... [--note TEXT]',
    summary: 'Revoke approvals: void the receipts and their tickets.',
    help: [
      'Use this for problems found after the approval. You cannot undo it, but the customer can submit the paper receipt again.',
      'Tickets in a sealed list stay in the draw. Customers see --note next to the cancelled entries.',
      '',
      'Example: receipts void 01920000-0000-7000-8000-000000000001 --note "ใบเสร็จปลอม"',
    ],
    dryRun: true,
    run: voidReceipts,
  },
]

async function list(context: Context): Promise<Outcome> {
  const status = oneOf(textOption(context, 'status') ?? 'pending', '--status', receiptStatus.options)
  const limit = wholeNumber(textOption(context, 'limit') ?? '50', '--limit', { min: 1, max: LIST_MAX })
  const all = context.db.selectFrom('receipt').where('receipt.status', '=', status)
  const total = await countOf(all)
  const rows = await all
    .innerJoin('store', 'store.id', 'receipt.store_id')
    .selectAll('receipt')
    .select('store.name_th')
    .orderBy('receipt.created_at')
    .orderBy('receipt.id')
    .limit(limit)
    .execute()
  const lines = table(
    ['id', 'sent', 'store', 'number', 'baht', 'bought'],
    rows.map(row => [
      row.id,
      bangkokTime(row.created_at),
      row.name_th,
      row.receipt_no,
      (row.amount_satang / SATANG).toFixed(2),
      bangkokTime(row.purchased_at),
    ]),
  )
  const data = rows.map(row => ({
    id: row.id,
    customerId: row.customer_id,
    store: row.name_th,
    receiptNo: row.receipt_no,
    amount: row.amount_satang / SATANG,
    status: row.status,
    createdAt: isoOf(row.created_at),
  }))
  return {
    lines:
      rows.length > 0
        ? [...lines, '', countLine(rows.length, total, `${status} receipts`, '--limit shows more')]
        : [`There are no ${status} receipts.`],
    data,
    detail: { status: status, rows: rows.length },
  }
}

async function show(context: Context): Promise<Outcome> {
  const { db, args } = context
  const row = await receiptRow(db, args[0] ?? '')
  if (!row) throw new CliError(`${args[0]}: no such receipt`)
  const receipt = await showReceipt(db, row)
  const card = await reviewCard(db, row.id)
  const reasons = card?.reasons ?? []
  const pairs = receiptPairs(card?.sides ?? [])
  const others = reasons.filter(({ reason }) => !isPair(reason))
  const target = textOption(context, 'image')
  const files = target === undefined ? [] : await writePhotos(context.objects, card?.photos ?? [], target)
  return {
    lines: [
      ...fieldTable({ ...receipt, correctedFrom: sentText(receipt) }),
      ...others.map(({ en }) => `! ${en}`),
      ...pairs.flatMap(pair => ['', `! ${pair.why}: receipt ${pair.other.receiptId}`, ...pair.lines]),
      ...files.map(file => `photo: ${file}`),
    ],
    data: {
      ...receipt,
      customerId: row.customer_id,
      risk: card?.risk,
      suspicions: reasons.map(({ reason, en }) => ({ what: en, ...reason })),
      files,
    },
    detail: { id: row.id, files: files.length },
  }
}

/** Returns what the customer sent, for each field that a reviewer corrected. */
function sentText({ correctedFrom }: Receipt): string {
  const { store, receiptNo, amount, purchasedAt } = correctedFrom ?? {}
  return [
    ...(store === undefined ? [] : [`store ${store.name}`]),
    ...(receiptNo === undefined ? [] : [`number ${receiptNo}`]),
    ...(amount === undefined ? [] : [`amount ${amount.toFixed(2)}`]),
    ...(purchasedAt === undefined ? [] : [`bought ${purchasedAt}`]),
  ].join(', ')
}

async function approve(context: Context): Promise<Outcome> {
  const { db, args, now, random } = context
  const approved = await decideEach(context, 'Approving', async id => ({
    id,
    rights: await approveReceipt(db, id, now, random),
  }))
  const tickets = approved.reduce((sum, one) => sum + one.rights, 0)
  return {
    lines: [
      ...approved.map(({ id, rights }) => `${id} approved: ${rights} tickets`),
      ...sumLine(args, `approved, ${tickets} tickets`),
    ],
    data: approved,
    detail: { receipts: approved },
  }
}

async function reject(context: Context): Promise<Outcome> {
  const { db, args, now } = context
  const reason = textOption(context, 'reason') ?? ''
  if (!isReason(reason))
    throw new CliError(`--reason: is required and must be one of ${Object.keys(rejectReasons).join(', ')}`)
  const note = noteIn(context)
  await decideEach(context, 'Rejecting', id => rejectReceipt(db, id, { reason, note }, now))
  return {
    lines: [...args.map(id => `${id} rejected: ${reason}`), ...sumLine(args, 'rejected')],
    data: args.map(id => ({ id, reason })),
    detail: { receipts: args, reason },
    texts: { about: await ownersOf(db, args), values: { note } },
  }
}

async function voidReceipts(context: Context): Promise<Outcome> {
  const { db, args, now } = context
  const note = noteIn(context)
  const voided = await decideEach(context, 'Voiding', async id => ({
    id,
    tickets: await voidReceipt(db, id, note, now),
  }))
  const tickets = voided.reduce((sum, one) => sum + one.tickets, 0)
  return {
    lines: [
      ...voided.map(one => `${one.id} voided, with ${one.tickets} tickets`),
      ...sumLine(args, `voided, with ${tickets} tickets`),
    ],
    data: voided,
    detail: { receipts: voided },
    texts: { about: await ownersOf(db, args), values: { note } },
  }
}

async function ownersOf(db: Db, receipts: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('receipt')
    .select('customer_id')
    .where('id', 'in', [...receipts])
    .execute()
  return rows.map(row => row.customer_id)
}

const sumLine = (receipts: readonly string[], what: string): string[] =>
  receipts.length > 1 ? [`${receipts.length} receipts ${what}`] : []

function noteIn(context: Context): string | null {
  const note = v.safeParse(rejectNote, textOption(context, 'note') ?? '')
  if (!note.success) throw new CliError(`--note: must be at most ${REJECT_NOTE_MAX} characters`)
  return note.output || null
}

const isReason = (text: string): text is RejectReason => Object.hasOwn(rejectReasons, text)

function whyNot({ code }: ApiError): string {
  if (code === 'NOT_FOUND') return 'no such receipt'
  if (code === 'RECEIPT_DUPLICATE')
    return 'another customer’s receipt has this number; reject that one first, or decide about both at the desk'
  return 'the receipt’s status does not allow this'
}

/** Decides on each receipt. Converts API errors to CLI errors that mention the receipt. */
async function decideEach<T>(
  { args, progress }: Context,
  label: string,
  decide: (id: string) => Promise<T>,
): Promise<T[]> {
  const decided: T[] = []
  for (const id of withProgress(progress, label, args)) {
    const result = await decide(id).catch(error => {
      if (!(error instanceof ApiError)) throw error
      throw new CliError(`${id}: ${whyNot(error)}; nothing was changed`)
    })
    decided.push(result)
  }
  return decided
}
