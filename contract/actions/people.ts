import * as v from 'valibot'
import { defineAction, defineApprovedAction } from '#contract/define-action.ts'
import { NAME_MAX } from '#contract/desk/limits.ts'
import { everyone, invitedPerson, staffPlace } from '#contract/desk/people.ts'
import { deskRoles } from '#contract/desk/roles.ts'
import { line, uuid } from '#contract/schema/common.ts'

export const invite = defineAction({
  name: 'invite',
  method: 'POST',
  path: '/desk-api/people/invite',
  who: 'people',
  fresh: true,
  body: v.variant('role', [
    v.strictObject({ name: line(1, NAME_MAX), role: v.picklist(deskRoles) }),
    v.strictObject({ name: line(1, NAME_MAX), role: v.literal('staff'), place: staffPlace }),
  ]),
  answer: invitedPerson,
  summary: 'Invites a person, except a manager. The answer contains the link’s token once.',
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
  body: v.variant('role', [
    v.strictObject({ role: v.picklist(deskRoles) }),
    v.strictObject({ role: v.literal('staff'), place: staffPlace }),
  ]),
  answer: everyone,
  summary:
    'Changes the role, or the place of a staff member, except from or to manager. Ends the person’s sessions.',
})

export const endPerson = defineAction({
  name: 'end access',
  method: 'POST',
  path: '/desk-api/people/:id/end',
  who: 'people',
  fresh: true,
  params: v.strictObject({ id: uuid }),
  answer: everyone,
  summary: 'Ends the access of a person, except a manager: passkeys, sessions and invitations.',
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
  input: { id: uuid, role: v.nullable(v.picklist(deskRoles.filter(role => role !== 'manager'))) },
})
