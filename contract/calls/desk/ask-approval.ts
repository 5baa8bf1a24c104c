import * as v from 'valibot'
import { approvalList, approvedInputs } from '#contract/approvals.ts'
import { defineDeskCall } from '#contract/define-call.ts'
import { DRAWN_BODY_BYTES } from '#contract/desk/limits.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/approvals',
  who: 'signed-in',
  fresh: true,
  bodyBytes: DRAWN_BODY_BYTES,
  body: v.strictObject({ input: approvedInputs }),
  answer: v.strictObject({
    ...approvalList.entries,
    /**
     * The code that an invited manager needs in addition to the link. It is returned only once; repeating the request
     * replaces it.
     */
    code: v.nullable(v.string()),
  }),
  summary:
    'Asks for a second person. The role must allow the action. An open request with the same input is not repeated.',
})
