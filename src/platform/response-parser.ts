export { checkAnswer } from '#src/storage/check-answer.ts'
export { failureWithoutBody, parseFailure } from './parse-failure.ts'
