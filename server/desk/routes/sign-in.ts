import { knownBrowserName } from '#contract/desk/browser-name.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandlers } from '../handler.ts'
import { activate, checkCode, openInvitation } from '../invitations.ts'
import { named, tellManagers } from '../notices.ts'
import { checkPasskey, createPasskey, creationOptions, requestOptions } from '../passkeys.ts'
import { personOf } from '../people.ts'
import { renewSession } from '../sessions.ts'
import { meOf, startSession } from '../start-session.ts'

/** The first passkey has no name; the page shows its own label. */
const FIRST_PASSKEY = ''

export const signInHandlers = {
  welcome: async ({ db, deps }) => {
    const demo = deps.demo
      ? await db
          .selectFrom('desk_person')
          .select(['id', 'name', 'role'])
          .where('state', '=', 'active')
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      : []
    return { campaign: deps.campaign, demo }
  },

  signInOptions: async ({ db, deps, now }) => ({
    options: await requestOptions(db, deps, { personId: null, now }),
  }),

  signIn: async call => {
    const { db, deps, now, body } = call
    const { passkeyId, personId } = await checkPasskey(db, deps, {
      response: body.response,
      personId: null,
      now,
    })
    const person = await personOf(db, personId)
    if (person.state !== 'active') throw new DeskError('PASSKEY_REFUSED')
    return startSession(call, person, { action: 'desk sign-in', passkeyId, isKnown: false })
  },

  demoSignIn: async call => {
    if (!call.deps.demo) throw new DeskError('NOT_FOUND')
    const person = await personOf(call.db, call.body.personId)
    if (person.state !== 'active') throw new DeskError('NOT_FOUND')
    return startSession(call, person, { action: 'desk sign-in (demo)', passkeyId: null, isKnown: true })
  },

  invitationOptions: async ({ db, deps, now, body }) => {
    const opened = await openInvitation(db, body.token, now)
    const { person, invitation } = opened
    // Check the code before the device creates a passkey. When the page opens, no code has been entered yet.
    if (body.code !== undefined) await checkCode(db, opened, body.code, { now, random: deps.random })
    const options = await creationOptions(db, deps, person, { purpose: 'invitation', now })
    return { options, name: person.name, role: person.role, needsCode: invitation.code_hash !== null }
  },

  acceptInvitation: async call => {
    const { db, deps, now, body } = call
    const opened = await openInvitation(db, body.token, now)
    const { person } = opened
    await checkCode(db, opened, body.code, { now, random: deps.random })
    const given = { response: body.response, name: FIRST_PASSKEY, purpose: 'invitation', now } as const
    const passkeyId = await createPasskey(db, deps, person, given)
    // Notify before activating the person, so that they are not notified of their own first sign-in.
    const { role } = person
    const detail = { person: named(person), role, browser: knownBrowserName(call.browser) }
    await tellManagers(db, { kind: 'joined', detail }, { now, random: deps.random })
    await activate(db, person.id)
    return startSession(call, person, { action: 'desk join', passkeyId, isKnown: true })
  },

  me: async ({ caller, deps }) => meOf(caller, deps),

  verifyOptions: async ({ db, deps, now, caller }) => ({
    options: await requestOptions(db, deps, { personId: caller.person.id, now }),
  }),

  verify: async ({ db, deps, now, body, caller, setSession }) => {
    const given = { response: body.response, personId: caller.person.id, now }
    const { passkeyId } = await checkPasskey(db, deps, given)
    const { token, session } = await renewSession(db, caller.session, { now, random: deps.random, passkeyId })
    setSession(token)
    return meOf({ ...caller, session }, deps)
  },

  signOut: async ({ db, caller, audit, setSession }) => {
    await db.deleteFrom('desk_session').where('id', '=', caller.session.id).execute()
    await audit('desk sign-out', {})
    setSession(null)
    return {}
  },
} satisfies Partial<DeskHandlers>
