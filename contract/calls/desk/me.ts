import { defineCall } from '#contract/define-call.ts'
import { me } from '#contract/desk/sign-in.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'GET',
  path: '/desk-api/me',
  who: 'signed-in',
  answer: me,
  summary: 'The person who is signed in.',
})
