import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/sign-out',
  who: 'signed-in',
  answer: v.strictObject({}),
  summary: 'Ends the session.',
})
