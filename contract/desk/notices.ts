import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { roles } from './roles.ts'

/** A person of the desk, with the name at the time of the notice. */
const who = v.strictObject({ id: uuid, name: v.string() })
/** Who made a change; null for the command line of the server. */
const by = v.nullable(who)
const role = v.picklist(roles)
/** A short name such as “Chrome, Windows”; null for a browser that is not known. */
const browser = v.nullable(v.string())
/** The passkey's name; empty for the first one. */
const passkey = v.string()

/** A change of a manager's access. `role` is the new one; null if the change has none. */
const change = {
  change: v.picklist(['invite', 'invite-again', 'change-role', 'end']),
  name: v.string(),
  role: v.nullable(role),
}

const kind = <const K extends string, const Entries extends v.ObjectEntries>(name: K, entries: Entries) =>
  v.strictObject({ kind: v.literal(name), detail: v.strictObject(entries) })

/**
 * What the desk tells its people, with the values of each sentence. The details never contain data of customers. To add a
 * kind: add it here and its sentence in both languages in `notice-texts.ts`.
 */
export const noticeKinds = [
  kind('access-given', { person: who, role, by, for: v.picklist(['new', 'again']) }),
  kind('access-changed', { person: who, from: role, to: role, by }),
  kind('access-ended', { person: who, role, by }),
  /** A person has accepted an invitation. */
  kind('joined', { person: who, role, browser }),
  /** A change of a manager's access waits for a second person. */
  kind('manager-asked', { ...change, by: who }),
  kind('manager-decided', { ...change, isApproved: v.boolean(), by: who, askedBy: who }),
  /** Wrong codes have ended the invitation of a manager. */
  kind('invitation-ended', { person: who }),
  kind('new-device', { person: who, browser }),
  kind('passkey-added', { person: who, passkey, browser }),
  kind('passkey-removed', { person: who, passkey }),
  /** Another person has ended one session. */
  kind('session-ended', { person: who, browser, by: who }),
  /** The person has ended all own sessions except the one in this browser. */
  kind('sessions-ended', { person: who, count: v.number(), browser }),
  /** A person has said of a session: this was not me. `kept` names the passkey that is still accepted. */
  kind('session-disowned', {
    person: who,
    browser,
    startedAt: v.number(),
    removed: v.nullable(passkey),
    kept: v.nullable(passkey),
  }),
] as const

export const notice = v.variant('kind', noticeKinds)

export type Notice = v.InferOutput<typeof notice>
export type NoticeKind = Notice['kind']
/** A person of the desk as notices name one. */
export type NoticePerson = v.InferOutput<typeof who>
