import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'

export const call = defineCall({
  audience: 'desk',
  method: 'POST',
  path: '/desk-api/sign-out',
  who: 'signed-in',
  answer: v.strictObject({}),
  summary: 'Ends the session.',
})
