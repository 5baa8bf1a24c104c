import * as v from 'valibot'
import type { Answer } from '#contract/calls.ts'
import { isoOrNull } from '#contract/time.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type QuestionRow = Tables['question']

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

export async function shownQuestion(db: Db, now: number): Promise<Answer<'question'>> {
  const row = await currentQuestion(db, now)
  if (!row) return null
  const choices = choicesOf(row)
  const choicesEn = englishChoicesOf(row)
  return {
    id: row.id,
    textTh: row.text_th,
    ...(row.text_en === null ? {} : { textEn: row.text_en }),
    kind: row.kind,
    ...(choices ? { choices } : {}),
    ...(choicesEn ? { choicesEn } : {}),
    maxLen: row.max_len,
    closesAt: isoOrNull(row.closes_at),
  }
}

/** Without an id, returns the current question. Throws QUESTION_CLOSED. */
export async function openQuestion(db: Db, id: string | undefined, now: number): Promise<QuestionRow> {
  if (id === undefined) {
    const current = await currentQuestion(db, now)
    if (!current) throw new ApiError('QUESTION_CLOSED')
    return current
  }
  const row = await db.selectFrom('question').selectAll().where('id', '=', id).executeTakeFirst()
  // Report a question that has not opened yet as unknown, so that it stays secret.
  if (!row || row.opens_at > now) throw invalid('questionId', 'unknown')
  if (row.closes_at !== null && row.closes_at <= now) throw new ApiError('QUESTION_CLOSED')
  return row
}

export function choicesOf(question: Pick<QuestionRow, 'kind' | 'choices'>): string[] | undefined {
  if (question.kind !== 'choice') return undefined
  return v.parse(v.array(v.string()), JSON.parse(question.choices ?? '[]'))
}

export function englishChoicesOf(
  question: Pick<QuestionRow, 'kind' | 'choices' | 'choices_en'>,
): string[] | undefined {
  const choices = choicesOf(question)
  if (!choices || question.choices_en === null) return undefined
  const english = v.parse(v.array(v.string()), JSON.parse(question.choices_en))
  return english.length === choices.length ? english : undefined
}

export function requireValidAnswer(question: QuestionRow, text: string): void {
  const choices = choicesOf(question)
  if (choices && !choices.includes(text)) throw invalid('Answer', 'choice')
  if (text.length > question.max_len) throw invalid('Answer', 'length')
}
