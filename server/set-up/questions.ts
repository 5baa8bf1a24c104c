import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { QuestionRow } from '#server/campaign/questions.ts'
import { bounds } from '#server/data/bounds.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { requireBounds, requireNear, SetUpRefusal } from './refusal.ts'

/** Each text must be a single line of an allowed length. */
export type NewQuestion = {
  readonly textTh: string
  readonly textEn: string | null
  readonly choices: readonly string[] | null
  /** In the order of `choices`; null if there are no English texts. */
  readonly choicesEn: readonly string[] | null
  readonly maxLength: number
  readonly opensAt: number
  readonly closesAt: number | null
}

export function questionRow(given: NewQuestion, now: number, random: Random): QuestionRow {
  requireChoices(given.choices, 'choice')
  requireChoices(given.choicesEn, 'choice-en')
  if (given.choicesEn !== null && given.choicesEn.length !== given.choices?.length)
    throw new SetUpRefusal('QUESTION_CHOICES', '--choice-en: give one for each --choice, in the same order', {
      ...bounds.choices,
    })
  requireTimes(given.opensAt, given.closesAt)
  requireNear(given.opensAt, { before: null, now, option: '--opens', field: 'opens' })
  requireNear(given.closesAt, { before: null, now, option: '--closes', field: 'closes' })
  const lengths = { min: 1, max: ANSWER_MAX_LENGTH }
  requireBounds(given.maxLength, lengths, { option: '--max-len', field: 'maxLength' })
  return {
    id: uuidv7(now, random.bytes(16)),
    text_th: given.textTh,
    text_en: given.textEn,
    kind: given.choices ? 'choice' : 'text',
    choices: given.choices ? JSON.stringify(given.choices) : null,
    choices_en: given.choicesEn ? JSON.stringify(given.choicesEn) : null,
    max_len: given.maxLength,
    opens_at: given.opensAt,
    closes_at: given.closesAt,
  }
}

export async function addQuestion(
  db: Db,
  given: NewQuestion,
  now: number,
  random: Random,
): Promise<QuestionRow> {
  const row = questionRow(given, now, random)
  await db.insertInto('question').values(row).execute()
  return row
}

type Times = { readonly opensAt?: number | undefined; readonly closesAt?: number | null | undefined }

/**
 * Returns a question with new times, without storing it. Throws SetUpRefusal if the question does not exist, has opened
 * but would get another start, or would close before it opens.
 */
export async function plannedTimes(
  db: Db,
  id: string,
  { opensAt, closesAt }: Times,
  now: number,
): Promise<{ before: QuestionRow; after: QuestionRow }> {
  const before = await db.selectFrom('question').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before) throw new SetUpRefusal('QUESTION_UNKNOWN', `ID: no question has the id "${id}"`)
  const after = {
    ...before,
    opens_at: opensAt ?? before.opens_at,
    closes_at: closesAt === undefined ? before.closes_at : closesAt,
  }
  if (after.opens_at !== before.opens_at && before.opens_at <= now)
    throw new SetUpRefusal('QUESTION_OPENED', '--opens: the question has already opened')
  requireTimes(after.opens_at, after.closes_at)
  requireNear(after.opens_at, { before: before.opens_at, now, option: '--opens', field: 'opens' })
  requireNear(after.closes_at, { before: before.closes_at, now, option: '--closes', field: 'closes' })
  return { before, after }
}

export async function changeTimes(
  db: Db,
  id: string,
  times: Times,
  now: number,
): Promise<{ before: QuestionRow; after: QuestionRow }> {
  const planned = await plannedTimes(db, id, times, now)
  const { opens_at, closes_at } = planned.after
  await db.updateTable('question').set({ opens_at, closes_at }).where('id', '=', id).execute()
  return planned
}

function requireTimes(opensAt: number, closesAt: number | null): void {
  if (closesAt !== null && closesAt <= opensAt)
    throw new SetUpRefusal('QUESTION_TIMES', '--closes: must be later than --opens')
}

function requireChoices(choices: readonly string[] | null, option: string): void {
  const { min, max } = bounds.choices
  if (choices === null) return
  if (choices.length < min || choices.length > max || new Set(choices).size < choices.length)
    throw new SetUpRefusal('QUESTION_CHOICES', `--${option}: give ${min} to ${max} different choices`, {
      min,
      max,
    })
}
