import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { assertNever } from '#contract/assert-never.ts'
import { type Receipt, type RejectReason, rejectReasons } from '#contract/schema/receipt.ts'
import { momentOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type ReceiptRow, showReceipt } from '#server/campaign/receipts/read.ts'
import { approveReceipt, rejectNote, rejectReceipt } from '#server/campaign/receipts/review.ts'
import { appendAudit } from '#server/cli/audit.ts'
import { textOption } from '#server/cli/options.ts'
import { writePhotos } from '#server/cli/photos.ts'
import { findSimilarReceipts, similarReceiptLines } from '#server/cli/similar-receipts.ts'
import type { Terminal } from '#server/cli/terminal-types.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { ApiError } from '#server/errors.ts'
import { inTransaction } from '#server/store/transaction.ts'

const reasons = Object.entries(rejectReasons) as [RejectReason, string][]

export const reviewVerbs: readonly Verb[] = [
  {
    name: 'receipts review',
    usage: '[--photos FOLDER]',
    summary: 'Review pending receipts one by one, oldest first.',
    help: [
      'Shows each receipt with similar receipts (same number, same photo, or same store and amount within a day), and',
      'writes its photos to files that you can open in an image viewer. Then press one key:',
      '',
      '  a  approve     r  reject, with a reason and a note     s  skip     q  quit',
      '',
      'Each decision is saved immediately and recorded in the audit log. Photos go to a private folder that is deleted at',
      'the end, unless --photos names a folder. Several people can review at the same time.',
      '',
      'Example: receipts review --photos photos',
    ],
    options: { photos: { type: 'string' } },
    args: { min: 0, max: 0 },
    mode: 'without-transaction',
    run: review,
  },
]

type Tally = { approved: number; rejected: number; skipped: number }

async function review(context: Context): Promise<Outcome> {
  const { terminal } = context
  if (!terminal)
    throw new CliError('Not an interactive terminal; see "receipts list" and "receipts approve".')
  const given = textOption(context, 'photos')
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'review-')))
  const tally: Tally = { approved: 0, rejected: 0, skipped: 0 }
  try {
    let after: ReceiptRow | null = null
    for (;;) {
      const row: ReceiptRow | undefined = await nextWaiting(context, after)
      if (!row) break
      after = row
      if (!(await decide(context, terminal, row, folder, tally))) break
    }
  } finally {
    if (given === undefined) await rm(folder, { recursive: true, force: true })
  }
  const { approved, rejected, skipped } = tally
  return {
    lines: [`${approved} approved, ${rejected} rejected, ${skipped} skipped.`],
    data: tally,
    detail: tally,
  }
}

/**
 * Returns the oldest pending receipt that is newer than `after`, so that skipped receipts are not shown
 * again.
 */
function nextWaiting({ db }: Context, after: ReceiptRow | null): Promise<ReceiptRow | undefined> {
  let waiting = db
    .selectFrom('receipt')
    .selectAll()
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  if (after) {
    const { created_at: at, id } = after
    waiting = waiting.where(eb => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(at, id)))
  }
  return waiting.executeTakeFirst()
}

/** Shows a receipt and saves the reviewer's decision. Returns false if the reviewer quits. */
async function decide(
  context: Context,
  terminal: Terminal,
  row: ReceiptRow,
  folder: string,
  tally: Tally,
): Promise<boolean> {
  const receipt = await showReceipt(context.db, row)
  const photos = { customerId: row.customer_id, images: receipt.images }
  const files = await writePhotos(context.objects, photos, join(folder, `${row.id}.jpg`)).catch(error => {
    if (error instanceof CliError) return [error.message]
    throw error
  })
  for (const shown of linesOf(receipt, files)) terminal.show(shown)
  for (const shown of similarReceiptLines(await findSimilarReceipts(context.db, row)))
    terminal.show(`  ${shown}`)
  const key = await readDecisionKey(terminal)
  switch (key) {
    case 'q':
      return false
    case 's':
      tally.skipped += 1
      return true
    case 'a':
      if (await saveDecision(context, terminal, row, 'receipts approve', null)) tally.approved += 1
      return true
    case 'r': {
      const rejection = await askRejection(terminal)
      if (!rejection) tally.skipped += 1
      else if (await saveDecision(context, terminal, row, 'receipts reject', rejection)) tally.rejected += 1
      return true
    }
    default:
      return assertNever(key)
  }
}

const linesOf = (receipt: Receipt, files: readonly string[]): string[] => [
  '',
  `${receipt.storeName}   ${receipt.receiptNo}   ${receipt.amount.toFixed(2)} baht   ${receipt.rights} tickets`,
  `  bought ${bangkokTime(momentOf(receipt.purchasedAt))}, sent ${bangkokTime(momentOf(receipt.createdAt))}, id ${receipt.id}`,
  ...files.map(file => `  photo ${file}`),
]

type Key = 'a' | 'r' | 's' | 'q'

async function readDecisionKey(terminal: Terminal): Promise<Key> {
  for (;;) {
    const key = (await terminal.key('a approve  r reject  s skip  q quit: '))?.trim().toLowerCase() ?? 'q'
    if (key === 'a' || key === 'r' || key === 's' || key === 'q') return key
  }
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

/**
 * Saves a decision and its audit entry. Returns false if the receipt was changed after the reviewer saw it.
 */
async function saveDecision(
  context: Context,
  terminal: Terminal,
  row: ReceiptRow,
  action: string,
  rejection: Rejection | null,
): Promise<boolean> {
  const { db, actor, random, now } = context
  try {
    await inTransaction(db, async trx => {
      const seen = await trx
        .selectFrom('receipt')
        .select('version')
        .where('id', '=', row.id)
        .executeTakeFirst()
      if (seen?.version !== row.version) throw new ApiError('NOT_EDITABLE')
      if (rejection) await rejectReceipt(trx, row.id, rejection, now)
      else await approveReceipt(trx, row.id, now, random)
      await appendAudit(trx, { at: now, actor, action, detail: { receipts: [row.id], ...rejection } })
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    terminal.show('  not saved: the receipt was changed by someone else')
    return false
  }
}
