import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/set-up/stores',
  who: 'set-up-read',
  answer: v.strictObject({
    stores: v.array(
      v.strictObject({
        code: v.string(),
        chain: v.string(),
        nameTh: v.string(),
        branch: v.string(),
        province: v.string(),
        receiptNoHint: v.nullable(v.string()),
        chainEn: v.nullable(v.string()),
        nameEn: v.nullable(v.string()),
        branchEn: v.nullable(v.string()),
        receiptNoHintEn: v.nullable(v.string()),
        receiptNoPattern: v.nullable(v.string()),
        receiptNoPlace: v.nullable(v.string()),
        active: v.boolean(),
        pinSetAt: v.nullable(v.number()),
      }),
    ),
  }),
  summary: 'All stores, also those that no longer take part.',
})
