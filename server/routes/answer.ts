import type { GivenAnswer } from '#contract/schema/answer.ts'
import { isoOf, isoOrNull } from '#contract/time.ts'
import { giveAnswer } from '#server/campaign/answers.ts'
import { readCampaign, requireOpen } from '#server/campaign/clock.ts'
import { choicesOf, currentQuestion } from '#server/campaign/questions.ts'
import type { Handlers } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { cursorOf, nextLink, placeOf } from '#server/http/paging.ts'
import type { Db } from '#server/store/tables.ts'

/** The question of the moment, answering it, and past answers. */
export const answerHandlers: Handlers<'answerHistory' | 'postAnswer' | 'lastAnswer' | 'question'> = {
  async answerHistory({ db, caller, query }) {
    const rows = await answersOf(db, caller.customerId, query)
    const more = rows.length > query.limit
    const page = rows.slice(0, query.limit)
    const last = page.at(-1)
    const next =
      more && last
        ? nextLink('/api/answer/customerHistory', {
            cursor: cursorOf({ at: last.answered_at, id: last.id }),
            limit: String(query.limit),
          })
        : {}
    return withEtag(page.map(shown), next)
  },

  async postAnswer({ db, deps, caller, body, now }) {
    requireOpen(await readCampaign(db), now)
    const at = body.at === undefined ? null : Date.parse(body.at)
    const given = { text: body.Answer, questionId: body.questionId, id: body.id, at }
    const row = await giveAnswer(db, caller.customerId, given, now, deps.random)
    return {
      id: row.id,
      questionId: row.question_id,
      answerText: row.answer_text,
      rights: row.rights,
      answeredAt: isoOf(row.answered_at),
    }
  },

  async lastAnswer({ db, caller }) {
    const [row] = await answersOf(db, caller.customerId, { limit: 0 })
    if (!row) return { answerText: null }
    const { id, questionId, answerText, answeredAt } = shown(row)
    return { id, questionId, answerText, answeredAt }
  },

  async question({ db, now }) {
    const row = await currentQuestion(db, now)
    if (!row) return null
    const choices = choicesOf(row)
    return {
      id: row.id,
      textTh: row.text_th,
      kind: row.kind,
      ...(choices ? { choices } : {}),
      maxLen: row.max_len,
      closesAt: isoOrNull(row.closes_at),
    }
  },
}

type Row = Awaited<ReturnType<typeof answersOf>>[number]

/** Answers with their questions, newest first: one more than the limit, to know whether there are more. */
async function answersOf(db: Db, customerId: string, page: { cursor?: string | undefined; limit: number }) {
  const place = placeOf(page.cursor)
  const all = db
    .selectFrom('answer')
    .innerJoin('question', 'question.id', 'answer.question_id')
    .select([
      'answer.id',
      'answer.question_id',
      'answer.answer_text',
      'answer.answered_at',
      'question.text_th',
    ])
    .where('answer.customer_id', '=', customerId)
    .orderBy('answer.answered_at', 'desc')
    .orderBy('answer.id', 'desc')
    .limit(page.limit + 1)
  if (!place) return all.execute()
  return all
    .where(eb =>
      eb.or([
        eb('answer.answered_at', '<', place.at),
        eb.and([eb('answer.answered_at', '=', place.at), eb('answer.id', '<', place.id)]),
      ]),
    )
    .execute()
}

const shown = (row: Row): GivenAnswer => ({
  id: row.id,
  questionId: row.question_id,
  questionTextTh: row.text_th,
  answerText: row.answer_text,
  answeredAt: isoOf(row.answered_at),
})
