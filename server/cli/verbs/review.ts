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

/** Deciding about one receipt after the other. */
export const reviewVerbs: readonly Verb[] = [
  {
    name: 'receipts review',
    usage: '[--photos FOLDER]',
    summary: 'Review waiting receipts one after the other, the longest waiting first.',
    help: [
      'Shows each receipt with what looks suspicious (the same number, the same photo, the same store and amount within',
      'a day) and writes its photos to files, which an image viewer can show beside the terminal. Then one key:',
      '',
      '  a  approve     r  reject, with a reason and a note     s  skip     q  end',
      '',
      'Each decision is kept at once, and is in the audit. Photos go to a private folder that is removed at the end,',
      'unless --photos names one. Several people can review at the same time.',
      '',
      'Example: receipts review --photos photos',
    ],
    options: { photos: { type: 'string' } },
    args: { min: 0, max: 0 },
    mode: 'alone',
    run: review,
  },
]

type Tally = { approved: number; rejected: number; skipped: number }

async function review(context: Context): Promise<Outcome> {
  const { terminal } = context
  if (!terminal)
    throw new CliError('There is nobody to ask here; see "receipts list" and "receipts approve".')
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

/** The next one in the order of waiting; what was skipped is not shown again. */
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

/** False where no more are wanted. */
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
  const key = await keyOf(terminal)
  switch (key) {
    case 'q':
      return false
    case 's':
      tally.skipped += 1
      return true
    case 'a':
      if (await kept(context, terminal, row, 'receipts approve', {})) tally.approved += 1
      return true
    case 'r': {
      const no = await reasonOf(terminal)
      if (!no) tally.skipped += 1
      else if (await kept(context, terminal, row, 'receipts reject', no)) tally.rejected += 1
      return true
    }
    default:
      return assertNever(key)
  }
}

const linesOf = (receipt: Receipt, files: readonly string[]): string[] => [
  '',
  `${receipt.storeName}   ${receipt.receiptNo}   ${receipt.amount.toFixed(2)} baht   ${receipt.rights} rights`,
  `  bought ${bangkokTime(momentOf(receipt.purchasedAt))}, sent ${bangkokTime(momentOf(receipt.createdAt))}, id ${receipt.id}`,
  ...files.map(file => `  photo ${file}`),
]

type Key = 'a' | 'r' | 's' | 'q'

async function keyOf(terminal: Terminal): Promise<Key> {
  for (;;) {
    const key = (await terminal.key('a approve  r reject  s skip  q end: '))?.trim().toLowerCase() ?? 'q'
    if (key === 'a' || key === 'r' || key === 's' || key === 'q') return key
  }
}

type No = { readonly reason: RejectReason; readonly note: string | null }

/** Null where the reviewer thinks better of it. */
async function reasonOf(terminal: Terminal): Promise<No | null> {
  for (const [index, [name, thai]] of reasons.entries())
    terminal.show(`  ${(index + 1) % 10}  ${name.padEnd(12)} ${thai}`)
  const digit = (await terminal.key('Reason (another key: none, skip): '))?.trim() ?? ''
  const chosen = /^\d$/.test(digit) ? reasons[(Number(digit) + 9) % 10] : undefined
  if (!chosen) return null
  for (;;) {
    const note = v.safeParse(
      rejectNote,
      (await terminal.line('Note for the customer (return: none): ')) ?? '',
    )
    if (note.success) return { reason: chosen[0], note: note.output || null }
  }
}

/** One decision with its entry in the audit. False where somebody else has decided or corrected it meanwhile. */
async function kept(
  context: Context,
  terminal: Terminal,
  row: ReceiptRow,
  action: string,
  no: No | Record<string, never>,
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
      if ('reason' in no) await rejectReceipt(trx, row.id, no as No, now)
      else await approveReceipt(trx, row.id, now, random)
      await appendAudit(trx, { at: now, actor, action, detail: { receipts: [row.id], ...no } })
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    terminal.show('  was changed by somebody else meanwhile; nothing is decided')
    return false
  }
}
