import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { NAME_MAX } from '#contract/desk/limits.ts'
import { invitedPerson } from '#contract/desk/people.ts'
import { roles } from '#contract/desk/roles.ts'
import { line } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/people/invite',
  who: 'people',
  fresh: true,
  body: v.strictObject({ name: line(1, NAME_MAX), role: v.picklist(roles) }),
  answer: invitedPerson,
  summary: 'Invites a reviewer, support or an auditor. The answer contains the link’s token once.',
})
