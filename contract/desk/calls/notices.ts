import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { defineDeskCall } from '../define-desk-call.ts'
import { NOTICES_MAX } from '../limits.ts'
import { notice } from '../notices.ts'

const list = v.strictObject({
  /** Unseen notices first, then the newest; at most `NOTICES_MAX`. */
  notices: v.array(v.strictObject({ id: uuid, at: v.number(), notice, seenAt: v.nullable(v.number()) })),
  /** Counts all unseen notices, even above `NOTICES_MAX`. */
  unseen: v.number(),
})

export const noticesCalls = {
  notices: defineDeskCall({
    method: 'GET',
    path: '/desk-api/notices',
    who: 'signed-in',
    answer: list,
    summary: 'What the desk has told the person about accounts and sign-ins.',
  }),
  seeNotices: defineDeskCall({
    method: 'POST',
    path: '/desk-api/notices/seen',
    who: 'signed-in',
    body: v.strictObject({ ids: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(NOTICES_MAX)) }),
    answer: list,
    summary: 'Marks own notices as seen.',
  }),
} as const
