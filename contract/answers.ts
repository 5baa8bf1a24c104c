export { answers } from '#contract/generated/answers.ts'
