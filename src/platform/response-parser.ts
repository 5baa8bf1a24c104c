export { checkAnswer } from '#src/storage/check-answer.ts'
export { cachedReply, failureWithoutBody, parseFailure } from './parse-failure.ts'
