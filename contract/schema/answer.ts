import * as v from 'valibot'
import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { dateTime, integer, text, uuid } from './common.ts'

export const answerBody = v.strictObject({
  Answer: text(1, ANSWER_MAX_LENGTH),
  questionId: v.optional(uuid),
  id: v.optional(uuid),
  at: v.optional(dateTime),
})
export const answerAnswer = v.object({
  id: uuid,
  questionId: uuid,
  answerText: v.string(),
  rights: integer,
  answeredAt: dateTime,
})

export const pastAnswer = v.object({
  id: uuid,
  questionId: uuid,
  questionTextTh: v.string(),
  questionTextEn: v.optional(v.string()),
  answerText: v.string(),
  /** Missing for free text and for a choice without an English text. */
  answerTextEn: v.optional(v.string()),
  answeredAt: dateTime,
})
export type GivenAnswer = v.InferOutput<typeof pastAnswer>

/** If the customer has not answered yet, only `answerText` is present, and it is null. */
export const lastAnswer = v.object({
  id: v.optional(uuid),
  questionId: v.optional(uuid),
  answerText: v.nullable(v.string()),
  answeredAt: v.optional(dateTime),
})

export const question = v.nullable(
  v.object({
    id: uuid,
    textTh: v.string(),
    textEn: v.optional(v.string()),
    kind: v.picklist(['text', 'choice']),
    choices: v.optional(v.array(v.string())),
    /** In the same order as `choices`. The answer to send is always from `choices`. */
    choicesEn: v.optional(v.array(v.string())),
    maxLen: integer,
    closesAt: v.nullable(dateTime),
  }),
)
export type Question = v.InferOutput<typeof question>
