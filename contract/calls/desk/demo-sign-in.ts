import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { me } from '#contract/desk/sign-in.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/sign-in/demo',
  who: 'anyone',
  body: v.strictObject({ personId: uuid }),
  answer: me,
  summary: 'Signs in as a person of the demo.',
})
