import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { assertNever } from '#contract/assert-never.ts'
import { type Receipt, type RejectReason, rejectReasons } from '#contract/schema/receipt.ts'
import { momentOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type ReceiptRow, receiptRow, showReceipt } from '#server/campaign/receipts/read.ts'
import { approveReceipt, rejectNote, rejectReceipt, reopenReceipt } from '#server/campaign/receipts/review.ts'
import { appendAudit } from '#server/cli/audit.ts'
import { textOption } from '#server/cli/options.ts'
import { writePhotos } from '#server/cli/photos.ts'
import { receiptPairs } from '#server/cli/receipt-pairs.ts'
import { nextPending } from '#server/cli/review-queue.ts'
import { findSimilarReceipts } from '#server/cli/similar-receipts.ts'
import type { Terminal } from '#server/cli/terminal-types.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { lockCurrentDraw } from '#server/draw/current.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

const reasons = Object.entries(rejectReasons) as [RejectReason, string][]

export const reviewVerbs: readonly Verb[] = [
  {
    name: 'receipts review',
    usage: '[--photos FOLDER]',
    summary: 'Review pending receipts one by one, oldest first.',
    help: [
      'Shows each receipt side by side with similar ones (same number, same photo, possibly the same photo saved again, or same',
      'store and amount within a day), and writes the photos to files that you can open in an image viewer. Then press one key:',
      '',
      '  a  approve     r  reject, with a reason and a note     s  skip     u  undo     q  quit',
      '',
      'Each decision is saved immediately and recorded in the audit log. `u` goes back to the previous receipt of this run and',
      'undoes its decision: it is pending again, without tickets. This is refused if the receipt has changed since, or if',
      'its tickets are in the draw’s sealed list; `receipts void` revokes such an approval.',
      '',
      'Photos go to a private folder that is deleted at the end, unless --photos names a folder. Several people can review',
      'at the same time. NO_COLOR=1 turns the colours off.',
      '',
      'Example: receipts review --photos photos',
    ],
    options: { photos: { type: 'string' } },
    args: { min: 0, max: 0 },
    mode: 'without-transaction',
    run: review,
  },
]

/** A receipt that the reviewer has seen in this run, and the decision. */
type Seen = { readonly row: ReceiptRow; readonly decision: 'approved' | 'rejected' | 'skipped' }
type Session = {
  readonly context: Context
  readonly terminal: Terminal
  readonly folder: string
  readonly seen: Seen[]
}

async function review(context: Context): Promise<Outcome> {
  const { terminal } = context
  if (!terminal)
    throw new CliError('Not an interactive terminal; see "receipts list" and "receipts approve".')
  const given = textOption(context, 'photos')
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'review-')))
  const session: Session = { context, terminal, folder, seen: [] }
  try {
    await reviewAll(session)
  } finally {
    if (given === undefined) await rm(folder, { recursive: true, force: true })
  }
  const count = (decision: Seen['decision']) => session.seen.filter(one => one.decision === decision).length
  const tally = { approved: count('approved'), rejected: count('rejected'), skipped: count('skipped') }
  return {
    lines: [`${tally.approved} approved, ${tally.rejected} rejected, ${tally.skipped} skipped.`],
    data: tally,
    detail: tally,
  }
}

async function reviewAll(session: Session): Promise<void> {
  const { context, terminal, seen } = session
  let after: ReceiptRow | null = null
  for (;;) {
    const next: Awaited<ReturnType<typeof nextPending>> = await nextPending(context.db, after)
    if (next) await show(session, next.row, next.left)
    else if (seen.length === 0) return
    const key = await (next
      ? readChoice(terminal, 'a approve  r reject  s skip  u undo  q quit: ', ['a', 'r', 's', 'u', 'q'])
      : readChoice(terminal, 'No receipt is left.  u undo  q quit: ', ['u', 'q']))
    if (key === 'q') return
    if (key === 'u') {
      if (await undo(session)) after = seen.at(-1)?.row ?? null
    } else if (next) {
      after = next.row
      const decision = await decide(session, next.row, key)
      if (decision) seen.push({ row: next.row, decision })
    }
  }
}

/** Shows a receipt, its position in the queue, and similar receipts. */
async function show(session: Session, row: ReceiptRow, left: number): Promise<void> {
  const { context, terminal, seen } = session
  const receipt = await showReceipt(context.db, row)
  const [title, ...lines] = linesOf(receipt)
  const position = `${seen.length + 1} of ${seen.length + left}`
  terminal.show('')
  terminal.show(terminal.paint(`${position}   ${title}`, 'heading'))
  for (const line of [...lines, ...(await savePhotos(session, row))]) terminal.show(`  ${line}`)
  const found = await findSimilarReceipts(context.db, row)
  for (const { why, other, lines } of await receiptPairs(context.db, row.id, found)) {
    terminal.show(terminal.paint(`  ! ${why}`, 'warning'))
    const photos = await savePhotos(session, { id: other.id, customer_id: other.customer_id })
    for (const line of [...lines, ...photos.map(photo => `other ${photo}`)]) terminal.show(`    ${line}`)
  }
}

const linesOf = (receipt: Receipt): string[] => [
  `${receipt.storeName}   ${receipt.receiptNo}   ${receipt.amount.toFixed(2)} baht   ${receipt.rights} tickets`,
  `bought ${bangkokTime(momentOf(receipt.purchasedAt))}, sent ${bangkokTime(momentOf(receipt.createdAt))}, id ${receipt.id}`,
]

/** Writes a receipt's photos to files. Returns a line for each of them, or the error if a photo is missing. */
async function savePhotos(
  { context, folder }: Session,
  { id, customer_id }: Pick<ReceiptRow, 'id' | 'customer_id'>,
): Promise<string[]> {
  const images = await context.db
    .selectFrom('receipt_image')
    .select('sha256')
    .where('receipt_id', '=', id)
    .orderBy('position')
    .execute()
  const photos = { customerId: customer_id, images: images.map(image => image.sha256) }
  try {
    const files = await writePhotos(context.objects, photos, join(folder, `${id}.jpg`))
    return files.map(file => `photo ${file}`)
  } catch (error) {
    if (error instanceof CliError) return [error.message]
    throw error
  }
}

/** Asks until the reviewer presses one of the keys. The end of the input counts as `q`. */
async function readChoice<K extends string>(
  terminal: Terminal,
  question: string,
  keys: readonly K[],
): Promise<K | 'q'> {
  for (;;) {
    const answer = await terminal.key(question)
    if (answer === null) return 'q'
    const key = keys.find(one => one === answer.trim().toLowerCase())
    if (key) return key
  }
}

/** Saves the reviewer's decision. Returns null if it could not be saved. */
async function decide(
  session: Session,
  row: ReceiptRow,
  key: 'a' | 'r' | 's',
): Promise<Seen['decision'] | null> {
  const { context, terminal } = session
  const { random } = context
  switch (key) {
    case 's':
      return 'skipped'
    case 'a': {
      const entry = { action: 'receipts approve', detail: { receipts: [row.id] } }
      const saved = await save(session, row, entry, async (trx, now) => {
        await approveReceipt(trx, row.id, now, random)
      })
      return saved ? 'approved' : null
    }
    case 'r': {
      const rejection = await askRejection(terminal)
      if (!rejection) return 'skipped'
      const entry = { action: 'receipts reject', detail: { receipts: [row.id], ...rejection } }
      const saved = await save(session, row, entry, (trx, now) => rejectReceipt(trx, row.id, rejection, now))
      return saved ? 'rejected' : null
    }
    default:
      return assertNever(key)
  }
}

/** Goes back to the previous receipt and undoes its decision. Returns false if that is not possible. */
async function undo(session: Session): Promise<boolean> {
  const { terminal, seen } = session
  const last = seen.at(-1)
  if (!last) {
    terminal.show('  nothing to undo')
    return false
  }
  const { row, decision } = last
  const decided = { ...row, version: row.version + 1 }
  const entry = { action: 'receipts undo', detail: { receipts: [row.id], decision } }
  const undone =
    decision === 'skipped' ||
    (await save(session, decided, entry, async (trx, now) => {
      // `draw seal` must not copy the tickets while they are deleted.
      await lockCurrentDraw(trx)
      await reopenReceipt(trx, decided, now)
    }))
  if (undone) seen.pop()
  return undone
}

type Rejection = { readonly reason: RejectReason; readonly note: string | null }

/**
 * Prompts for the reason and the note of a rejection. Returns null if the reviewer does not choose a reason.
 */
async function askRejection(terminal: Terminal): Promise<Rejection | null> {
  for (const [index, [name, thai]] of reasons.entries())
    terminal.show(`  ${(index + 1) % 10}  ${name.padEnd(12)} ${thai}`)
  const digit = (await terminal.key('Reason (any other key skips the receipt): '))?.trim() ?? ''
  const chosen = /^\d$/.test(digit) ? reasons[(Number(digit) + 9) % 10] : undefined
  if (!chosen) return null
  for (;;) {
    const note = v.safeParse(
      rejectNote,
      (await terminal.line('Note for the customer (Enter for none): ')) ?? '',
    )
    if (note.success) return { reason: chosen[0], note: note.output || null }
  }
}

type Entry = { readonly action: string; readonly detail: Readonly<Record<string, unknown>> }

/**
 * Makes a change and its audit entry in one transaction. Returns false and says why if the receipt has changed since
 * `row` was read, or the change is refused.
 */
async function save(
  { context, terminal }: Session,
  row: ReceiptRow,
  entry: Entry,
  change: (trx: Db, now: number) => Promise<void>,
): Promise<boolean> {
  const { db, actor, clock } = context
  const now = clock()
  try {
    await inTransaction(db, async trx => {
      const current = await receiptRow(trx, row.id)
      if (current?.version !== row.version) throw new ApiError('VERSION_CONFLICT')
      await change(trx, now)
      await appendAudit(trx, { at: now, actor, ...entry })
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    terminal.show(
      terminal.paint(`  not saved: ${refusals[error.code] ?? refusals.VERSION_CONFLICT}`, 'error'),
    )
    return false
  }
}

const refusals: Readonly<Partial<Record<ApiError['code'], string>>> = {
  VERSION_CONFLICT: 'the receipt was changed by someone else',
  NOT_EDITABLE: 'the tickets are in the sealed list of the draw; see "receipts void"',
  RECEIPT_DUPLICATE: 'another receipt has the same number by now',
}
