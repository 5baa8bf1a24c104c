import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { integer } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/mailing',
  who: 'draw',
  fresh: true,
  body: v.strictObject({
    /**
     * The number of messages that was shown to the person. `overQuota` must be true if LINE's monthly quota is too
     * small for it.
     */
    counted: integer,
    overQuota: v.boolean(),
  }),
  answer: v.strictObject({}),
  summary: 'Starts the LINE messages about the result. Starting again sends nothing twice.',
})
