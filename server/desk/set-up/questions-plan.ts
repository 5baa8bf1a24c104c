import { currentQuestion, type QuestionRow } from '#server/campaign/questions.ts'
import {
  addQuestion,
  changeTimes,
  type NewQuestion,
  plannedTimes,
  questionRow,
} from '#server/set-up/questions.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import { countRegistered } from '#server/set-up/terms.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { type Around, counted, effect, type Of, type Plan } from './plan.ts'

export async function planQuestion({ db, now, random }: Around, change: Of<'question'>): Promise<Plan> {
  const given: NewQuestion = {
    textTh: change.textTh,
    textEn: change.textEn,
    maxLength: change.maxLength,
    choices: change.choices?.map(({ th }) => th) ?? null,
    choicesEn: englishOf(change),
    opensAt: change.opensAt ?? now,
    closesAt: change.closesAt,
  }
  const row = questionRow(given, now, random)
  return {
    differences: [],
    effects: await shownEffects(db, row, now),
    async apply() {
      const { id } = await addQuestion(db, given, now, random)
      const { textTh: text, textEn, choices, choicesEn, opensAt, closesAt } = given
      return { id, text, textEn, choices, choicesEn, opensAt, closesAt }
    },
  }
}

/** Throws SetUpRefusal if only some choices have an English text. */
function englishOf({ choices }: Of<'question'>): string[] | null {
  const english = choices?.flatMap(({ en }) => en ?? []) ?? []
  if (english.length === 0) return null
  if (english.length !== choices?.length)
    throw new SetUpRefusal('QUESTION_CHOICES', '--choice-en: give one for each --choice, in the same order', {
      min: 2,
      max: 10,
    })
  return english
}

export async function planTimes({ db, now }: Around, change: Of<'question-times'>): Promise<Plan> {
  const times = {
    opensAt: change.opensAt === null ? now : change.opensAt,
    closesAt: change.closesAt === 'now' ? now : change.closesAt,
  }
  const { before, after } = await plannedTimes(db, change.id, times, now)
  const differences = [
    { field: 'opens', from: before.opens_at, to: after.opens_at },
    { field: 'closes', from: before.closes_at, to: after.closes_at },
  ].filter(({ from, to }) => from !== to)
  if (differences.length === 0) throw new SetUpRefusal('NOTHING', 'Nothing to set')
  const answers = await countOf(db.selectFrom('answer').where('question_id', '=', change.id))
  const ends = after.closes_at !== null && after.closes_at <= now && isOpen(before, now)
  return {
    differences,
    effects: [
      ...counted('question-answers', answers),
      ...(ends ? [effect('question-ends-now', { isWarning: true })] : []),
      ...(await shownEffects(db, after, now)),
    ],
    async apply() {
      await changeTimes(db, change.id, times, now)
      return { id: change.id, text: before.text_th, ...Object.fromEntries(differences.map(toPair)) }
    },
  }
}

type Pair = { readonly field: string; readonly from: number | null; readonly to: number | null }
const toPair = ({ field, from, to }: Pair) => [field, { from, to }] as const

const isOpen = (row: QuestionRow, now: number): boolean =>
  row.opens_at <= now && (row.closes_at === null || row.closes_at > now)

/** Returns which question customers see once a new or changed question is stored. */
async function shownEffects(db: Db, row: QuestionRow, now: number): Promise<Plan['effects']> {
  const before = await currentQuestion(db, now)
  const others = await db
    .selectFrom('question')
    .selectAll()
    .where('opens_at', '<=', now)
    .where('id', '<>', row.id)
    .execute()
  const open = [...others, row].filter(one => isOpen(one, now))
  const newest = (a: QuestionRow, b: QuestionRow) =>
    b.opens_at - a.opens_at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
  const shown = open.toSorted(newest)[0] ?? null
  if (shown?.id === before?.id) return row.opens_at > now ? [effect('question-later')] : []
  if (!shown) return [effect('question-none', { isWarning: true })]
  return [
    effect('question-shown', { text: shown.text_th, count: await countRegistered(db) }),
    ...(before && shown.id === row.id && isOpen(before, now) && before.id !== row.id
      ? [effect('question-replaced', { text: before.text_th })]
      : []),
  ]
}
