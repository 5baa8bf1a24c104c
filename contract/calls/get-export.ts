import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { noFields, openedFromLine } from '#contract/schema/common.ts'

export const call = defineCall({
  method: 'GET',
  path: '/api/customer/export/:link',
  auth: 'none',
  params: v.object({ link: v.pipe(v.string(), v.maxLength(200)) }),
  query: v.strictObject(openedFromLine),
  answer: noFields,
  errors: ['NOT_FOUND'],
  audience: 'back-end',
  summary: 'Downloads all data of the customer who asked for the link, as a ZIP file.',
})
