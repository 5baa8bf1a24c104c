import { defineDeskCall } from '#contract/define-call.ts'
import { me } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/me',
  who: 'signed-in',
  answer: me,
  summary: 'The person who is signed in.',
})
