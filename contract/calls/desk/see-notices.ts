import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { NOTICES_MAX } from '#contract/desk/limits.ts'
import { noticeList } from '#contract/desk/notices.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/notices/seen',
  who: 'signed-in',
  body: v.strictObject({ ids: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(NOTICES_MAX)) }),
  answer: noticeList,
  summary: 'Marks own notices as seen.',
})
