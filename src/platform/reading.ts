export { checkAnswer } from '#src/offline/answer-check.ts'
export { bodyless, refusal } from './refusal.ts'
