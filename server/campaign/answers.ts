import type { GivenAnswer } from '#contract/schema/answer.ts'
import { isoOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { ApiError } from '#server/errors.ts'
import type { ListPlace } from '#server/http/paging.ts'
import type { Random } from '#server/random.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { openQuestion, requireValidAnswer } from './questions.ts'
import { bumpRewardVersion } from './reward.ts'
import { issueTickets, ticketsOf } from './tickets.ts'

/** Draw rights for answering a question, however often the answer is changed. */
const ANSWER_TICKETS = 1

type Given = { text: string; questionId?: string | undefined; id?: string | undefined; at: number | null }
export type AnswerRow = Tables['answer']

/**
 * Keeps a customer's answer to an open question: one row a question, changed while the question is open, one
 * ticket. Phones may deliver late and out of order: of two answers the one that was given later stays.
 */
export async function saveAnswer(
  db: Db,
  customerId: string,
  given: Given,
  now: number,
  random: Random,
): Promise<AnswerRow & { rights: number }> {
  const question = await openQuestion(db, given.questionId, now)
  requireValidAnswer(question, given.text)
  await lockCustomer(db, customerId)
  // The phone's word on when it was, as far as it can be true.
  const answeredAt = Math.min(Math.max(given.at ?? now, question.opens_at), now)
  const row: AnswerRow = {
    id: given.id ?? uuidv7(now, random.bytes(16)),
    customer_id: customerId,
    question_id: question.id,
    answer_text: given.text,
    answered_at: answeredAt,
    updated_at: now,
  }
  const kept = (await change(db, row)) ?? (await insert(db, row))
  await issueTickets(
    db,
    { customerId, source: 'answer', sourceId: kept.id, count: ANSWER_TICKETS },
    now,
    random,
  )
  await bumpRewardVersion(db, customerId, now)
  const tickets = await ticketsOf(db, 'answer', [kept.id])
  return { ...kept, rights: tickets.get(kept.id) ?? 0 }
}

/** Null where this customer has not answered this question yet. The first answer's id stays. */
async function change(db: Db, row: AnswerRow): Promise<AnswerRow | null> {
  const earlier = await db
    .selectFrom('answer')
    .selectAll()
    .where('customer_id', '=', row.customer_id)
    .where('question_id', '=', row.question_id)
    .executeTakeFirst()
  if (!earlier) return null
  if (earlier.answered_at > row.answered_at) return earlier
  const { answer_text, answered_at, updated_at } = row
  await db
    .updateTable('answer')
    .set({ answer_text, answered_at, updated_at })
    .where('id', '=', earlier.id)
    .execute()
  return { ...earlier, answer_text, answered_at, updated_at }
}

async function insert(db: Db, row: AnswerRow): Promise<AnswerRow> {
  const inserted = await db
    .insertInto('answer')
    .values(row)
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 0n) return row
  // The id is taken: by this customer's answer to another question, or by somebody else's, which is not told.
  const owner = await db
    .selectFrom('answer')
    .select('customer_id')
    .where('id', '=', row.id)
    .executeTakeFirst()
  throw new ApiError(owner?.customer_id === row.customer_id ? 'ANSWERED' : 'NOT_FOUND')
}

/** An answer with its question's words. */
export type PastAnswer = Awaited<ReturnType<typeof answerRows>>[number]

/** A customer's answers, newest first: one more than the limit, to know whether there are more. */
export async function answerRows(
  db: Db,
  customerId: string,
  { place, limit }: { place: ListPlace | null; limit: number },
) {
  let rows = db
    .selectFrom('answer')
    .innerJoin('question', 'question.id', 'answer.question_id')
    .select(['answer.id', 'answer.question_id', 'answer.answer_text', 'answer.answered_at'])
    .select('question.text_th')
    .where('answer.customer_id', '=', customerId)
    .orderBy('answer.answered_at', 'desc')
    .orderBy('answer.id', 'desc')
    .limit(limit + 1)
  if (place) {
    rows = rows.where(eb =>
      eb(eb.refTuple('answer.answered_at', 'answer.id'), '<', eb.tuple(place.at, place.id)),
    )
  }
  return rows.execute()
}

/** Returns a stored answer as the API shows it. */
export const showAnswer = (row: PastAnswer): GivenAnswer => ({
  id: row.id,
  questionId: row.question_id,
  questionTextTh: row.text_th,
  answerText: row.answer_text,
  answeredAt: isoOf(row.answered_at),
})
