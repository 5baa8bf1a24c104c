import { isoOrNull } from '#contract/time.ts'
import { choicesOf, currentQuestion } from '#server/campaign/questions.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'question'> = async ({ db, now }) => {
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
}
