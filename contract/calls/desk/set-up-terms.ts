import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/set-up/terms',
  who: 'set-up-read',
  answer: v.strictObject({
    documents: v.array(
      v.strictObject({
        document: v.picklist(['terms', 'privacy']),
        /** `agreed`: registered customers whose latest consent is for the current version. `asked`: all others. */
        agreed: v.number(),
        asked: v.number(),
        /** Every version that customers have agreed to, newest first. */
        history: v.array(v.strictObject({ version: v.string(), firstAt: v.number(), customers: v.number() })),
      }),
    ),
  }),
  summary: 'Who has agreed to which version of the terms and the privacy notice.',
})
