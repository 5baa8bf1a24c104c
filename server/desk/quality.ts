import { riskCodes } from '#contract/desk/quality.ts'
import { may } from '#contract/desk/roles.ts'
import type { DeskAnswer, DeskQuery } from '#contract/desk-calls.ts'
import type { Words } from '#contract/languages.ts'
import { asSent, type SomeOfPurchase } from '#server/campaign/receipts/correction.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { readOnePerson } from '#server/desk-accounts.ts'
import { type Disagreement, openDisagreements } from '#server/review/disagreements.ts'
import { errorRates, MIN_CHECKED } from '#server/review/error-rate.ts'
import { type QueuePlace, queuePage } from '#server/review/queue.ts'
import type { Db } from '#server/store/tables.ts'

const PAGE = { queue: 50, disagreements: 50 }

type Queue = DeskAnswer<'reviewQueue'>
type Checks = DeskAnswer<'reviewChecks'>

export async function queueOf(db: Db, query: DeskQuery<'reviewQueue'>, now: number): Promise<Queue> {
  const { after, reason, held } = query
  const rows = await queuePage(db, {
    now,
    limit: PAGE.queue + 1,
    reason,
    after: after === undefined ? undefined : placeOf(after),
    isHeld: held === undefined ? undefined : held === 'yes',
  })
  const shown = rows.slice(0, PAGE.queue)
  const nameOf = await reviewerNames(db)
  const last = shown.at(-1)
  return {
    receipts: shown.map(row => ({
      receiptId: row.receiptId,
      customerId: row.customerId,
      risk: row.risk,
      reasons: riskCodes.filter(code => row.codes.includes(code)),
      store: { th: row.storeName, en: row.storeNameEn ?? row.storeName },
      receiptNo: row.receiptNo,
      baht: row.amountSatang / SATANG,
      waitedMs: now - row.createdAt,
      holder: row.reviewer === null ? null : nameOf(row.reviewer),
    })),
    next: last && rows.length > PAGE.queue ? `${last.risk}_${last.createdAt}_${last.receiptId}` : null,
  }
}

function placeOf(after: string): QueuePlace {
  const [risk, createdAt, id = ''] = after.split('_')
  return { risk: Number(risk), createdAt: Number(createdAt), id }
}

/** Returns the error rates and the open disagreements, as shown to the person with this id. */
export async function checksOf(db: Db, personId: string): Promise<Checks> {
  const nameOf = await reviewerNames(db)
  const open = await openDisagreements(db, PAGE.disagreements + 1)
  const shown = open.slice(0, PAGE.disagreements)
  const stores = await storeNames(db)
  const receipts = await receiptsOf(db, shown, stores)
  const onePerson = await readOnePerson(db)
  return {
    waiting: await waitingOf(db, onePerson),
    least: MIN_CHECKED,
    rates: (await errorRates(db)).map(({ reviewer, checked, errors, rate, low, high }) => ({
      name: reviewer === null ? null : nameOf(reviewer),
      checked,
      errors,
      rate: rate === null ? null : { value: rate, low, high },
    })),
    disagreements: shown.flatMap(one => {
      const receipt = receipts.get(one.receiptId)
      return receipt
        ? {
            receiptId: one.receiptId,
            version: one.version,
            ...receipt,
            first: {
              name: nameOf(one.reviewer),
              at: one.decidedAt,
              decision: one.decision,
              reason: one.reason,
              corrected: correctedOf(one.corrected, stores),
            },
            second: {
              name: nameOf(one.secondReviewer),
              at: one.secondAt,
              decision: one.secondDecision,
              reason: one.secondReason,
              corrected: correctedOf(one.secondCorrected, stores),
              note: one.secondNote,
            },
            settle: settleOf(one, personId, onePerson),
          }
        : []
    }),
    more: open.length > shown.length,
  }
}

type OnePerson = Awaited<ReturnType<typeof readOnePerson>>

/**
 * Returns whether a person may settle a disagreement. Any account that may be the first reviewer's is refused, because
 * it could clear its owner's error. The second reviewer has no error to clear, so only that account is refused.
 */
export function settleOf(
  { reviewer, secondReviewer }: Pick<Disagreement, 'reviewer'> & { readonly secondReviewer: string | null },
  personId: string,
  onePerson: OnePerson,
): Checks['disagreements'][number]['settle'] {
  if (personId === reviewer || personId === secondReviewer) return 'own'
  return onePerson(reviewer).has(personId) ? 'gave-access' : 'may'
}

/** Counts the decisions that are waiting for a second look, and how many of them no one at the desk may check. */
async function waitingOf(db: Db, onePerson: OnePerson): Promise<Checks['waiting']> {
  const people = await db
    .selectFrom('desk_person')
    .select(['id', 'role'])
    .where('state', '=', 'active')
    .execute()
  const reviewers = people.filter(({ role }) => may(role, 'review'))
  const waiting = await db
    .selectFrom('review_decision as decision')
    .innerJoin('receipt', join =>
      join
        .onRef('receipt.id', '=', 'decision.receipt_id')
        .onRef('receipt.version', '=', 'decision.receipt_version'),
    )
    .innerJoin('customer', 'customer.id', 'decision.customer_id')
    .select(eb => ['decision.reviewer', eb.fn.countAll<number>().as('count')])
    .where('decision.in_sample', '=', eb => eb.lit(1))
    .where('decision.outcome', 'is', null)
    .where('customer.status', '<>', 'cancelled')
    .groupBy('decision.reviewer')
    .execute()
  const isStuck = ({ reviewer }: { readonly reviewer: string }) => {
    const first = onePerson(reviewer)
    return reviewers.every(({ id }) => first.has(id))
  }
  const sum = (rows: typeof waiting) => rows.reduce((total, { count }) => total + count, 0)
  return { all: sum(waiting), nobody: sum(waiting.filter(isStuck)) }
}

type ReceiptFacts = Pick<
  Checks['disagreements'][number],
  'customerId' | 'store' | 'receiptNo' | 'baht' | 'purchasedAt' | 'photos'
>

/** Returns what a reviewer corrected, or null. */
function correctedOf(
  { store_id, receipt_no, amount_satang, purchased_at }: SomeOfPurchase,
  stores: ReadonlyMap<number, Words>,
): Checks['disagreements'][number]['first']['corrected'] {
  const store = store_id === undefined ? undefined : stores.get(store_id)
  const corrected = {
    ...(store === undefined ? {} : { store }),
    ...(receipt_no === undefined ? {} : { receiptNo: receipt_no }),
    ...(amount_satang === undefined ? {} : { baht: amount_satang / SATANG }),
    ...(purchased_at === undefined ? {} : { purchasedAt: purchased_at }),
  }
  return Object.keys(corrected).length === 0 ? null : corrected
}

async function storeNames(db: Db): Promise<ReadonlyMap<number, Words>> {
  const rows = await db.selectFrom('store').select(['id', 'name_th', 'name_en']).execute()
  return new Map(rows.map(row => [row.id, { th: row.name_th, en: row.name_en ?? row.name_th }]))
}

async function receiptsOf(
  db: Db,
  shown: readonly Pick<Disagreement, 'receiptId'>[],
  stores: ReadonlyMap<number, Words>,
): Promise<ReadonlyMap<string, ReceiptFacts>> {
  if (shown.length === 0) return new Map()
  const ids = shown.map(one => one.receiptId)
  const rows = await db.selectFrom('receipt').selectAll().where('id', 'in', ids).execute()
  const photos = await db
    .selectFrom('receipt_image')
    .select('receipt_id')
    .where('receipt_id', 'in', ids)
    .execute()
  return new Map(
    rows.map(asSent).map(row => [
      row.id,
      {
        customerId: row.customer_id,
        store: stores.get(row.store_id) ?? { th: '', en: '' },
        receiptNo: row.receipt_no,
        baht: row.amount_satang / SATANG,
        purchasedAt: row.purchased_at,
        photos: photos.filter(photo => photo.receipt_id === row.id).length,
      },
    ]),
  )
}

/** A reviewer is either a desk account or a user of the command line (`cli:NAME`). */
async function reviewerNames(db: Db): Promise<(reviewer: string) => string> {
  const people = await db.selectFrom('desk_person').select(['id', 'name']).execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return reviewer => names.get(reviewer) ?? reviewer.replace(/^cli:/, '')
}
