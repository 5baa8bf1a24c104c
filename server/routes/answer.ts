import { calls } from '#contract/calls.ts'
import type { GivenAnswer } from '#contract/schema/answer.ts'
import { isoOf, isoOrNull, momentOf } from '#contract/time.ts'
import { answerRows, type PastAnswer, saveAnswer } from '#server/campaign/answers.ts'
import { readCampaign, requireOpen } from '#server/campaign/clock.ts'
import { choicesOf, currentQuestion } from '#server/campaign/questions.ts'
import type { Handlers } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'
import { pageOf, placeOf } from '#server/http/paging.ts'

/** The question of the moment, answering it, and past answers. */
export const answerHandlers: Handlers<'answerHistory' | 'postAnswer' | 'lastAnswer' | 'question'> = {
  async answerHistory({ db, caller, query }) {
    const { limit } = query
    const rows = await answerRows(db, caller.customerId, { place: placeOf(query.cursor), limit })
    const { page, headers } = pageOf(rows, calls.answerHistory.path, query, row => ({
      at: row.answered_at,
      id: row.id,
    }))
    return withEtag(page.map(shown), headers)
  },

  async postAnswer({ db, deps, caller, body, now }) {
    requireOpen(await readCampaign(db), now)
    const at = body.at === undefined ? null : momentOf(body.at)
    const given = { text: body.Answer, questionId: body.questionId, id: body.id, at }
    const row = await saveAnswer(db, caller.customerId, given, now, deps.random)
    return {
      id: row.id,
      questionId: row.question_id,
      answerText: row.answer_text,
      rights: row.rights,
      answeredAt: isoOf(row.answered_at),
    }
  },

  async lastAnswer({ db, caller }) {
    const [row] = await answerRows(db, caller.customerId, { place: null, limit: 0 })
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

const shown = (row: PastAnswer): GivenAnswer => ({
  id: row.id,
  questionId: row.question_id,
  questionTextTh: row.text_th,
  answerText: row.answer_text,
  answeredAt: isoOf(row.answered_at),
})
