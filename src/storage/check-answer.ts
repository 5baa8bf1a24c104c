import { answers } from '#contract/calls/generated/answers.ts'
import type { CheckAnswer } from '#src/ports.ts'
import { checkBy } from './check-by.ts'
import { completed } from './spec-fields.ts'

const check = checkBy(answers)

export const checkAnswer: CheckAnswer = (name, given) => check(name, completed(name, given))
