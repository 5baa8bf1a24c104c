import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { roles } from '#contract/desk/roles.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/welcome',
  who: 'anyone',
  answer: v.strictObject({
    campaign: v.strictObject({ th: v.string(), en: v.string() }),
    /** Demo users, who can sign in without a passkey. Empty outside the demo. */
    demo: v.array(v.strictObject({ id: uuid, name: v.string(), role: v.picklist(roles) })),
  }),
  summary: 'The campaign’s name and the demo accounts, for the sign-in page.',
})
