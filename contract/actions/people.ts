import * as v from 'valibot'
import { defineAction, defineApprovedAction } from '#contract/define-action.ts'
import { NAME_MAX } from '#contract/desk/limits.ts'
import { everyone, invitedPerson } from '#contract/desk/people.ts'
import { roles } from '#contract/desk/roles.ts'
import { line, uuid } from '#contract/schema/common.ts'

export const invite = defineAction({
  name: 'invite',
  method: 'POST',
  path: '/desk-api/people/invite',
  who: 'people',
  fresh: true,
  body: v.strictObject({ name: line(1, NAME_MAX), role: v.picklist(roles) }),
  answer: invitedPerson,
  summary: 'Invites a reviewer, support or an auditor. The answer contains the link’s token once.',
})

export const inviteAgain = defineAction({
  name: 'invite again',
  method: 'POST',
  path: '/desk-api/people/:id/invite',
  who: 'people',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  answer: invitedPerson,
  summary:
    'Invites a person again who lost the link or the passkey, except a manager. Removes the person’s passkeys and sessions.',
})

export const changeRole = defineAction({
  name: 'role',
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

export const endPerson = defineAction({
  name: 'end access',
  method: 'POST',
  path: '/desk-api/people/:id/end',
  who: 'people',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  answer: everyone,
  summary: 'Ends the access of a reviewer, support or an auditor: passkeys, sessions and invitations.',
})

/** Invites a new manager by `name`. With `id`, invites an existing person again or makes that person a manager. */
export const giveManagerAccess = defineApprovedAction({
  name: 'give manager access',
  approval: 'give-manager-access',
  who: 'people',
  input: { to: v.union([v.strictObject({ name: line(1, NAME_MAX) }), v.strictObject({ id: uuid })]) },
})

/** A null role ends the access. */
export const takeManagerAccess = defineApprovedAction({
  name: 'take manager access',
  approval: 'take-manager-access',
  who: 'people',
  input: { id: uuid, role: v.nullable(v.picklist(roles.filter(role => role !== 'manager'))) },
})
