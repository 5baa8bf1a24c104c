import { shownQuestion } from '#server/campaign/questions.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'question'> = ({ db, now }) => shownQuestion(db, now)
