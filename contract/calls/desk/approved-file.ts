import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/approvals/:id/file',
  who: 'signed-in',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  answer: null,
  summary: 'The file of an approved export, once, for the person who asked.',
})
