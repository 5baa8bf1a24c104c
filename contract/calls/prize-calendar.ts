import * as v from 'valibot'
import { defineCall } from '#contract/define-call.ts'
import { langs } from '#contract/languages.ts'
import { noFields, openedFromLine } from '#contract/schema/common.ts'

export const call = defineCall({
  method: 'GET',
  path: '/api/prize/:key/calendar',
  auth: 'none',
  params: v.object({ key: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,30}$/, 'key')) }),
  query: v.strictObject({ ...openedFromLine, lang: v.optional(v.picklist(langs, 'lang'), 'th') }),
  answer: noFields,
  errors: ['NOT_FOUND'],
  audience: 'back-end',
  summary: 'Downloads the concert of a prize as an iCalendar file (RFC 5545).',
})
