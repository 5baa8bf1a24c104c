import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { roles } from './roles.ts'

/** `name` is the person's name at the time of the notice. */
const who = v.strictObject({ id: uuid, name: v.string() })
/** Null if a command on the server made the change. */
const by = v.nullable(who)
const role = v.picklist(roles)
/** For example “Chrome, Windows”, or null if unknown. */
const browser = v.nullable(v.string())
/** The passkey's name, which is empty for a person's first passkey. */
const passkey = v.string()

/** `role` is the manager's new role; null if it does not change. */
const change = {
  change: v.picklist(['invite', 'invite-again', 'change-role', 'end']),
  name: v.string(),
  role: v.nullable(role),
}

const kind = <const K extends string, const Entries extends v.ObjectEntries>(name: K, entries: Entries) =>
  v.strictObject({ kind: v.literal(name), detail: v.strictObject(entries) })

/**
 * Notices to desk users, with the values used in their text, which never include customer data. Each kind needs a text
 * in both languages in `notice-texts.ts`.
 */
export const noticeKinds = [
  kind('access-given', { person: who, role, by, for: v.picklist(['new', 'again']) }),
  kind('access-changed', { person: who, from: role, to: role, by }),
  kind('access-ended', { person: who, role, by }),
  kind('joined', { person: who, role, browser }),
  kind('manager-asked', { ...change, by: who }),
  kind('manager-decided', { ...change, isApproved: v.boolean(), by: who, askedBy: who }),
  /** Too many wrong codes were entered. */
  kind('invitation-ended', { person: who }),
  kind('new-device', { person: who, browser }),
  kind('passkey-added', { person: who, passkey, browser }),
  kind('passkey-removed', { person: who, passkey }),
  kind('session-ended', { person: who, browser, by: who }),
  kind('sessions-ended', { person: who, count: v.number(), browser }),
  /** The person has reported a session with “this was not me”. `kept` is the passkey that remains valid. */
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
export type NoticePerson = v.InferOutput<typeof who>

export const noticeList = v.strictObject({
  /** Unseen notices first, then the newest; at most `NOTICES_MAX`. */
  notices: v.array(v.strictObject({ id: uuid, at: v.number(), notice, seenAt: v.nullable(v.number()) })),
  /** Counts all unseen notices, even above `NOTICES_MAX`. */
  unseen: v.number(),
})
