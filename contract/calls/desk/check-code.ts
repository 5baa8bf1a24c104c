import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { checkedCode, scannedCode } from '#contract/desk/staff.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/staff/check',
  who: 'scan',
  body: v.strictObject({ code: scannedCode }),
  answer: checkedCode,
  summary:
    'Returns whose code this is and what staff may hand over to the customer, or the reason against it.',
})
