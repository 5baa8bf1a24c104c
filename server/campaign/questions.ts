import * as v from 'valibot'
import { ApiError, invalid } from '#server/errors.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type QuestionRow = Tables['question']

/** The question of the moment: of those that are open, the one that opened last. */
export async function currentQuestion(db: Db, now: number): Promise<QuestionRow | null> {
  const row = await db
    .selectFrom('question')
    .selectAll()
    .where('opens_at', '<=', now)
    .where(eb => eb.or([eb('closes_at', 'is', null), eb('closes_at', '>', now)]))
    .orderBy('opens_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The question an answer is to: the one it names, else the current one. Refused where that is not open. */
export async function openQuestion(db: Db, id: string | undefined, now: number): Promise<QuestionRow> {
  if (id === undefined) {
    const current = await currentQuestion(db, now)
    if (!current) throw new ApiError('QUESTION_CLOSED')
    return current
  }
  const row = await db.selectFrom('question').selectAll().where('id', '=', id).executeTakeFirst()
  // A question that has not opened is kept as secret as one that does not exist.
  if (!row || row.opens_at > now) throw invalid('questionId', 'unknown')
  if (row.closes_at !== null && row.closes_at <= now) throw new ApiError('QUESTION_CLOSED')
  return row
}

/** The choices of a question as they are offered; undefined for one that is answered in words. */
export function choicesOf(question: Pick<QuestionRow, 'kind' | 'choices'>): string[] | undefined {
  if (question.kind !== 'choice') return undefined
  return v.parse(v.array(v.string()), JSON.parse(question.choices ?? '[]'))
}

/** Refuses a text that does not fit the question. */
export function requireValidAnswer(question: QuestionRow, text: string): void {
  const choices = choicesOf(question)
  if (choices && !choices.includes(text)) throw invalid('Answer', 'choice')
  if (text.length > question.max_len) throw invalid('Answer', 'length')
}
