export { checkAnswer } from '#src/storage/check-answer.ts'
export { bodyless, refusal } from './refusal.ts'
