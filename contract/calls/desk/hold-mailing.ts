import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/mailing/hold',
  who: 'draw',
  body: v.strictObject({ to: v.picklist(['stopped', 'running']) }),
  answer: v.strictObject({ moved: v.number(), isDone: v.boolean() }),
  summary: 'Stops or resumes the messages. Moves a part of them; call it again until it is done.',
})
