import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { everyone } from '#contract/desk/people.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/people/:id/end',
  who: 'people',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  answer: everyone,
  summary: 'Ends the access of a reviewer, support or an auditor: passkeys, sessions and invitations.',
})
