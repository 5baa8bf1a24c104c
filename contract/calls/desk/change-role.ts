import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { everyone } from '#contract/desk/people.ts'
import { roles } from '#contract/desk/roles.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/people/:id/role',
  who: 'people',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  body: v.strictObject({ role: v.picklist(roles) }),
  answer: everyone,
  summary:
    'Changes the role of a reviewer, support or an auditor to another of these. Ends the person’s sessions.',
})
