import { answers } from '#contract/generated/answers.ts'
import { checkBy } from './check-by.ts'

/** Validates the response to any call that the app makes. */
export const checkAnswer = checkBy(answers)
