import { defineDeskCall } from '#contract/define-call.ts'
import { everyone } from '#contract/desk/people.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/people',
  who: 'people',
  answer: everyone,
  summary: 'The people of the desk.',
})
