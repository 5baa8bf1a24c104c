import { isoOrNull } from '#contract/time.ts'
import { choicesOf, currentQuestion, englishChoicesOf } from '#server/campaign/questions.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'question'> = async ({ db, now }) => {
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
