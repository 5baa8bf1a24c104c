import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { sessionList } from '#contract/desk/sessions.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/sessions/:id/end',
  who: 'signed-in',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  answer: sessionList,
  summary: 'Ends a session.',
})
