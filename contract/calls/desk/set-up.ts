import { defineDeskCall } from '#contract/define-call.ts'
import { setUp } from '#contract/desk/set-up-answer.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/set-up',
  who: 'set-up-read',
  answer: setUp,
  summary: 'The campaign’s set-up.',
})
