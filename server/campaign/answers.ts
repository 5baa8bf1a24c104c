import type { GivenAnswer } from '#contract/schema/answer.ts'
import { isoOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { ApiError } from '#server/errors.ts'
import type { ListPlace } from '#server/http/paging.ts'
import type { Random } from '#server/random.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { choicesOf, englishChoicesOf, openQuestion, requireValidAnswer } from './questions.ts'
import { bumpRewardVersion } from './reward.ts'
import { issueTickets, ticketsOf } from './tickets.ts'

/** Changing an answer does not give another ticket. */
const ANSWER_TICKETS = 1

type Given = { text: string; questionId?: string | undefined; id?: string | undefined; at: number | null }
export type AnswerRow = Tables['answer']

/**
 * Stores the answer to an open question and gives one ticket for it. Phones may send answers late and out of order, so
 * the answer with the latest time wins, even if it arrives first.
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
  await lockParticipant(db, customerId)
  // The time from the phone must be between the question's opening and now.
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
  // If the id belongs to another customer's answer, throw NOT_FOUND, which reveals nothing about that answer.
  const owner = await db
    .selectFrom('answer')
    .select('customer_id')
    .where('id', '=', row.id)
    .executeTakeFirst()
  throw new ApiError(owner?.customer_id === row.customer_id ? 'ANSWERED' : 'NOT_FOUND')
}

export type PastAnswer = Awaited<ReturnType<typeof answerRows>>[number]

export async function answerRows(
  db: Db,
  customerId: string,
  { place, limit }: { place: ListPlace | null; limit: number },
) {
  let rows = db
    .selectFrom('answer')
    .innerJoin('question', 'question.id', 'answer.question_id')
    .select(['answer.id', 'answer.question_id', 'answer.answer_text', 'answer.answered_at'])
    .select(['question.text_th', 'question.text_en', 'question.kind'])
    .select(['question.choices', 'question.choices_en'])
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

export function showAnswer(row: PastAnswer): GivenAnswer {
  const english = englishChoicesOf(row)?.[choicesOf(row)?.indexOf(row.answer_text) ?? -1]
  return {
    id: row.id,
    questionId: row.question_id,
    questionTextTh: row.text_th,
    ...(row.text_en === null ? {} : { questionTextEn: row.text_en }),
    answerText: row.answer_text,
    ...(english === undefined ? {} : { answerTextEn: english }),
    answeredAt: isoOf(row.answered_at),
  }
}
