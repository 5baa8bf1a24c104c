import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Receipt, type RejectReason, rejectReasons } from '#contract/schema/receipt.ts'
import { MINUTE_MS, momentOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { rejectNote } from '#server/campaign/receipts/review.ts'
import { textOption } from '#server/cli/options.ts'
import { writePhotos } from '#server/cli/photos.ts'
import { receiptPairs } from '#server/cli/receipt-pairs.ts'
import type { Terminal } from '#server/cli/terminal-types.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import {
  heartbeat,
  nextForReviewer,
  OPEN_LIMIT,
  release,
  SKIP_LIMIT,
  skip,
  undoSkip,
} from '#server/review/assign.ts'
import { reviewCard } from '#server/review/card.ts'
import { decide, undoDecision } from '#server/review/decide.ts'
import { ReviewError, type ReviewErrorCode } from '#server/review/errors.ts'
import { countAvailable } from '#server/review/queue.ts'
import { isPair } from '#server/review/reasons.ts'
import type { Asking, Claim, Decided, Decision } from '#server/review/types.ts'

const reasons = Object.entries(rejectReasons) as [RejectReason, string][]

export const reviewVerbs: readonly Verb[] = [
  {
    name: 'receipts review',
    usage: '[--photos FOLDER]',
    summary: 'Review pending receipts one by one, the riskiest first.',
    help: [
      'Shows why each receipt is suspicious, and similar ones side by side with it (same number or photo, a number that differs by one, or',
      'same store and amount within a day). Writes the photos to files that you can open in an image viewer. Then press a key:',
      '',
      '  a  approve     r  reject, with a reason and a note     s  skip     u  undo     q  quit',
      '',
      'Each decision is saved immediately and recorded in the audit log. `u` goes back to the previous receipt of this run and',
      'undoes its decision: it is pending again, without tickets. This fails if the receipt has changed since then, or if',
      'its tickets are in the draw’s sealed list; `receipts void` revokes such an approval.',
      '',
      'Photos go to a private folder that is deleted at the end, unless --photos names a folder. Several people can review',
      'at the same time: each receipt goes to one of them, at random. Some receipts that another',
      'person has decided are shown again as a check; your decision on them changes nothing for the customer. Within an hour you',
      `can skip ${SKIP_LIMIT} receipts. NO_COLOR=1 turns the colours off.`,
      '',
      'Example: receipts review --photos photos',
    ],
    mode: 'without-transaction',
    run: review,
  },
]

/** A receipt shown in this run. `decided` is null if the receipt was skipped. */
type Seen = {
  readonly receiptId: string
  readonly kind: Decision['kind'] | 'skipped'
  readonly decided: Decided | null
}
type Session = {
  readonly context: Context
  readonly terminal: Terminal
  readonly folder: string
  readonly seen: Seen[]
  /** The reviewer and the current time. Each run has its own leases, because several people can share an account. */
  readonly who: () => Asking
}

async function review(context: Context): Promise<Outcome> {
  const { terminal, actor, db, clock, random } = context
  if (!terminal)
    throw new CliError('Not an interactive terminal; see "receipts list" and "receipts approve".')
  const given = textOption(context, 'photos')
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'review-')))
  const own = { reviewer: `cli:${actor}`, session: randomUUID(), actor, random }
  const session: Session = { context, terminal, folder, seen: [], who: () => ({ ...own, now: clock() }) }
  // If a heartbeat fails, the lease may expire. The next decision then reports that.
  const beat = setInterval(() => void heartbeat(db, session.who()).catch(() => undefined), MINUTE_MS)
  try {
    await reviewAll(session)
  } finally {
    clearInterval(beat)
    await release(db, own)
    if (given === undefined) await rm(folder, { recursive: true, force: true })
  }
  const count = (kind: Seen['kind']) => session.seen.filter(one => one.kind === kind).length
  const tally = { approved: count('approved'), rejected: count('rejected'), skipped: count('skipped') }
  return {
    lines: [`${tally.approved} approved, ${tally.rejected} rejected, ${tally.skipped} skipped.`],
    data: tally,
    detail: tally,
  }
}

async function reviewAll(session: Session): Promise<void> {
  const { terminal, seen } = session
  for (;;) {
    const claim = await next(session)
    if (claim) await show(session, claim)
    else if (seen.length === 0) return
    const key = await (claim
      ? readChoice(terminal, 'a approve  r reject  s skip  u undo  q quit: ', ['a', 'r', 's', 'u', 'q'])
      : readChoice(terminal, 'No receipt for you now.  u undo  q quit: ', ['u', 'q']))
    if (key === 'q') return
    if (key === 'u') await undo(session, claim)
    else if (claim) await handle(session, claim, key)
  }
}

async function next({ context, terminal, who }: Session): Promise<Claim | null> {
  try {
    return await nextForReviewer(context.db, who())
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error
    terminal.show(terminal.paint(`  ${refusals[error.code]}`, 'error'))
    return null
  }
}

async function show(session: Session, claim: Claim): Promise<void> {
  const { context, terminal, seen } = session
  const card = await reviewCard(context.db, claim.receiptId, claim.look)
  if (!card) return
  const [title, ...lines] = linesOf({ ...card.receipt, rights: card.rights })
  const others = (await countAvailable(context.db, session.who())) + (claim.look === 'second' ? 1 : 0)
  terminal.show('')
  terminal.show(
    terminal.paint(
      `${seen.length + 1} of ${Math.max(seen.length + others, seen.length + 1)}   ${title}`,
      'heading',
    ),
  )
  for (const line of [...lines, ...(await savePhotos(session, claim.receiptId, card.photos))])
    terminal.show(`  ${line}`)
  for (const { reason, en } of card.reasons)
    if (!isPair(reason)) terminal.show(terminal.paint(`  ! ${en}`, 'warning'))
  for (const { why, other, lines } of receiptPairs(card.sides)) {
    terminal.show(terminal.paint(`  ! ${why}`, 'warning'))
    const photos = await savePhotos(session, other.receiptId, other.photos)
    for (const line of [...lines, ...photos.map(photo => `other ${photo}`)]) terminal.show(`    ${line}`)
  }
}

const linesOf = (receipt: Receipt): string[] => [
  `${receipt.storeName}   ${receipt.receiptNo}   ${receipt.amount.toFixed(2)} baht   ${receipt.rights} tickets`,
  `bought ${bangkokTime(momentOf(receipt.purchasedAt))}, sent ${bangkokTime(momentOf(receipt.createdAt))}, id ${receipt.id}`,
]

/** Returns one line per photo, or the error if a photo is missing. */
async function savePhotos(
  { context, folder }: Session,
  receiptId: string,
  keys: readonly string[],
): Promise<string[]> {
  try {
    const files = await writePhotos(context.objects, keys, join(folder, `${receiptId}.jpg`))
    return files.map(file => `photo ${file}`)
  } catch (error) {
    if (error instanceof CliError) return [error.message]
    throw error
  }
}

/** The end of the input is treated as `q`. */
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

async function handle(session: Session, claim: Claim, key: 'a' | 'r' | 's'): Promise<void> {
  const { context, terminal, seen } = session
  const { receiptId, version } = claim
  const decision: Decision | null =
    key === 'a' ? { kind: 'approved' } : key === 'r' ? await askRejection(terminal) : null
  await reportingRefusal(session, async () => {
    const who = session.who()
    if (decision === null) {
      await skip(context.db, { ...who, receiptId })
      seen.push({ receiptId, kind: 'skipped', decided: null })
    } else {
      const { random } = context
      const decided = await decide(context.db, { ...who, receiptId, version, decision, random })
      seen.push({ receiptId, kind: decision.kind, decided })
    }
  })
}

async function undo(session: Session, current: Claim | null): Promise<void> {
  const { context, terminal, seen } = session
  const last = seen.at(-1)
  if (!last) {
    terminal.show('  nothing to undo')
    return
  }
  await reportingRefusal(session, async () => {
    const who = session.who()
    // Put the current receipt back into the queue, to show the previous one next.
    if (current) await release(context.db, { ...who, receiptId: current.receiptId })
    if (last.decided) await undoDecision(context.db, { ...who, ...last.decided })
    else await undoSkip(context.db, { ...who, receiptId: last.receiptId })
    seen.pop()
  })
}

/** Returns null if the reviewer does not choose a reason. */
async function askRejection(terminal: Terminal): Promise<Decision | null> {
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
    if (note.success) return { kind: 'rejected', reason: chosen[0], note: note.output || null }
  }
}

async function reportingRefusal({ terminal }: Session, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error
    terminal.show(terminal.paint(`  not saved: ${refusals[error.code]}`, 'error'))
  }
}

const refusals: Readonly<Record<ReviewErrorCode, string>> = {
  LEASE_LOST: 'the receipt was assigned to you too long ago, so another reviewer may have it',
  CHANGED: 'the receipt was changed by someone else',
  SEALED: 'the tickets are in the sealed list of the draw; see "receipts void"',
  NUMBER_TAKEN:
    'another receipt has the same number; reject that one first, or decide about both at the desk',
  NOT_YOURS: 'another reviewer made this decision',
  SETTLED: 'a manager has already settled this check',
  CUSTOMER_LEFT: 'the customer has left the campaign',
  SKIP_LIMIT: `you have skipped ${SKIP_LIMIT} receipts within an hour; decide this one, or leave it and quit`,
  OPEN_LIMIT: `you have had ${OPEN_LIMIT} receipts within an hour without deciding them, so you get no new one`,
}
