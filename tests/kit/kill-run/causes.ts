import { messageTexts } from '#campaign/messages.ts'
import { DAY_MS } from '#contract/time.ts'
import { approveReceipt, rejectReceipt } from '#server/campaign/receipts/review.ts'
import { decisionSubject } from '#server/message-queue/subjects.ts'
import { systemRandom } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { runCommand } from '#tests/kit/cli-process.ts'
import { update } from '#tests/kit/rows.ts'
import type { Expected } from './check.ts'
import type { FastClock } from './fast-clock.ts'
import type { Person } from './people.ts'

/**
 * The id of the draw whose result the run announces. Nothing is drawn, so everyone gets the message that they did not
 * win.
 */
const DRAW = 'kill-run'

/** Decides one receipt, like the reviewer's command line, and returns the notification that must follow. */
export async function decide(db: Db, person: Person, index: number, now: number): Promise<Expected> {
  const receipt = person.receipts[index]
  if (!receipt) throw new Error(`no receipt ${index}`)
  const { id, receiptNo } = receipt
  // Reject some receipts, because rejections have different texts.
  const isApproved = index === 0 || !receiptNo.includes('3')
  await inTransaction(db, async trx => {
    if (isApproved) await approveReceipt(trx, id, now, systemRandom())
    else await rejectReceipt(trx, id, { reason: 'BLURRY', note: null }, now)
  })
  return {
    customerId: person.customerId,
    kind: isApproved ? 'receipt-approved' : 'receipt-rejected',
    subject: decisionSubject({ id, version: 2 }),
    mark: receiptNo,
  }
}

type Organiser = {
  readonly db: Db
  readonly env: Readonly<Record<string, string>>
  readonly clock: FastClock
}

/** Runs an organiser's command in its own process. */
async function organise({ env, clock }: Organiser, ...argv: string[]): Promise<void> {
  const { code, err } = await runCommand(argv, { ...env, ...clock.env, NODE_OPTIONS: clock.preload })
  if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}`)
}

/** Reminds everyone that the campaign is about to close, and returns the expected notifications. */
export async function remindOfClosing(organiser: Organiser, people: readonly Person[]): Promise<Expected[]> {
  const closes_at = organiser.clock.now() + DAY_MS
  await update(organiser, 'campaign', { closes_at })
  await organise(organiser, 'notify', 'closing')
  const { title } = messageTexts['campaign-closing'].th
  return people.map(({ customerId }) => ({
    customerId,
    kind: 'campaign-closing',
    subject: String(closes_at),
    mark: title,
  }))
}

/** Ends the campaign, announces the result to everyone, and returns the expected notifications. */
export async function announceResults(organiser: Organiser, people: readonly Person[]): Promise<Expected[]> {
  const now = organiser.clock.now()
  await update(organiser, 'campaign', { mode: 'ended', draw_id: DRAW, announced_at: now })
  await organise(organiser, 'notify', 'results')
  const { title } = messageTexts['not-won'].th
  return people.map(({ customerId }) => ({ customerId, kind: 'not-won', subject: DRAW, mark: title }))
}
