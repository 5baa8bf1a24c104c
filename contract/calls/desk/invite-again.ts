import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { invitedPerson } from '#contract/desk/people.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/people/:id/invite',
  who: 'people',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  answer: invitedPerson,
  summary:
    'Invites a person again who lost the link or the passkey, except a manager. Removes the person’s passkeys and sessions.',
})
