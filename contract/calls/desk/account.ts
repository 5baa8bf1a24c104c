import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { NAME_MAX, NOTICES_MAX } from '#contract/desk/limits.ts'
import { noticeList } from '#contract/desk/notices.ts'
import { ceremony, ownPasskey, passkeyOptions } from '#contract/desk/sign-in.ts'
import { line, uuid } from '#contract/schema/common.ts'

const deskSession = v.strictObject({
  id: uuid,
  personId: uuid,
  name: v.string(),
  createdAt: v.number(),
  usedAt: v.number(),
  /** The browser's name at sign-in. */
  browser: v.string(),
  /** The last passkey used in this session. Empty for a person's first passkey, null in the demo. */
  passkey: v.nullable(v.string()),
  current: v.boolean(),
})

const sessionList = v.strictObject({ sessions: v.array(deskSession) })

export const accountCalls = {
  passkeys: deskCall({
    method: 'GET',
    path: '/desk-api/passkeys',
    who: 'signed-in',
    answer: v.strictObject({ passkeys: v.array(ownPasskey) }),
    summary: 'The passkeys of the person who is signed in.',
  }),
  passkeyOptions: deskCall({
    method: 'POST',
    path: '/desk-api/passkeys/options',
    who: 'signed-in',
    fresh: true,
    answer: passkeyOptions,
    summary: 'Begins the creation of another passkey.',
  }),
  addPasskey: deskCall({
    method: 'POST',
    path: '/desk-api/passkeys',
    who: 'signed-in',
    fresh: true,
    body: v.strictObject({ name: line(1, NAME_MAX), response: ceremony }),
    answer: v.strictObject({ passkeys: v.array(ownPasskey) }),
    summary: 'Adds a passkey, for example of another device.',
  }),
  removePasskey: deskCall({
    method: 'POST',
    path: '/desk-api/passkeys/remove',
    who: 'signed-in',
    fresh: true,
    body: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'token')) }),
    answer: v.strictObject({ passkeys: v.array(ownPasskey) }),
    summary: 'Removes a passkey. The last one stays.',
  }),
  sessions: deskCall({
    method: 'GET',
    path: '/desk-api/sessions',
    who: 'signed-in',
    answer: sessionList,
    summary: 'Live sessions: all of them for people who manage people, otherwise the person’s own.',
  }),
  endSession: deskCall({
    method: 'POST',
    path: '/desk-api/sessions/:id/end',
    who: 'signed-in',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: sessionList,
    summary: 'Ends a session.',
  }),
  endOtherSessions: deskCall({
    method: 'POST',
    path: '/desk-api/sessions/end-others',
    who: 'signed-in',
    fresh: true,
    answer: sessionList,
    summary: 'Ends all sessions of the person except this one.',
  }),
  disownSession: deskCall({
    method: 'POST',
    path: '/desk-api/sessions/:id/not-me',
    who: 'signed-in',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: v.strictObject({
      sessions: v.array(deskSession),
      removed: v.nullable(v.string()),
      /** The passkey that remains because this session uses it or because it is the person's last passkey. */
      kept: v.nullable(v.string()),
    }),
    summary:
      'Says that another person uses an own session: ends it, removes its passkey unless this session uses it or it is the last one, and tells the managers.',
  }),
  notices: deskCall({
    method: 'GET',
    path: '/desk-api/notices',
    who: 'signed-in',
    answer: noticeList,
    summary: 'What the desk has told the person about accounts and sign-ins.',
  }),
  seeNotices: deskCall({
    method: 'POST',
    path: '/desk-api/notices/seen',
    who: 'signed-in',
    body: v.strictObject({ ids: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(NOTICES_MAX)) }),
    answer: noticeList,
    summary: 'Marks own notices as seen.',
  }),
}
