import { defineCall } from '#contract/define-call.ts'
import { everyone } from '#contract/desk/people.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'GET',
  path: '/desk-api/people',
  who: 'people',
  answer: everyone,
  summary: 'The people of the desk.',
})
