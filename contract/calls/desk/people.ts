import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { NAME_MAX } from '#contract/desk/limits.ts'
import { roles } from '#contract/desk/roles.ts'
import { line, uuid } from '#contract/schema/common.ts'

const person = v.strictObject({
  id: uuid,
  name: v.string(),
  role: v.picklist(roles),
  state: v.picklist(['invited', 'active', 'ended']),
  createdAt: v.number(),
  /** The one or two managers who gave the current access. Empty if a command on the server gave it, null if unknown. */
  givenBy: v.nullable(v.array(v.strictObject({ id: uuid, name: v.string() }))),
  givenAt: v.nullable(v.number()),
  lastUsedAt: v.nullable(v.number()),
  passkeys: v.number(),
  sessions: v.number(),
})

const everyone = v.strictObject({ people: v.array(person) })

const invitedPerson = v.strictObject({
  people: v.array(person),
  token: v.string(),
  expiresAt: v.number(),
})

export const peopleCalls = {
  people: deskCall({
    method: 'GET',
    path: '/desk-api/people',
    who: 'people',
    answer: everyone,
    summary: 'The people of the desk.',
  }),
  invite: deskCall({
    method: 'POST',
    path: '/desk-api/people/invite',
    who: 'people',
    fresh: true,
    body: v.strictObject({ name: line(1, NAME_MAX), role: v.picklist(roles) }),
    answer: invitedPerson,
    summary: 'Invites a reviewer, support or an auditor. The answer contains the link’s token once.',
  }),
  inviteAgain: deskCall({
    method: 'POST',
    path: '/desk-api/people/:id/invite',
    who: 'people',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: invitedPerson,
    summary:
      'Invites a person again who lost the link or the passkey, except a manager. Removes the person’s passkeys and sessions.',
  }),
  changeRole: deskCall({
    method: 'POST',
    path: '/desk-api/people/:id/role',
    who: 'people',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ role: v.picklist(roles) }),
    answer: everyone,
    summary:
      'Changes the role of a reviewer, support or an auditor to another of these. Ends the person’s sessions.',
  }),
  endPerson: deskCall({
    method: 'POST',
    path: '/desk-api/people/:id/end',
    who: 'people',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: everyone,
    summary: 'Ends the access of a reviewer, support or an auditor: passkeys, sessions and invitations.',
  }),
}
