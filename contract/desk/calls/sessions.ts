import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { defineDeskCall } from '../define-desk-call.ts'

const session = v.strictObject({
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

const list = v.strictObject({ sessions: v.array(session) })

export const sessionsCalls = {
  sessions: defineDeskCall({
    method: 'GET',
    path: '/desk-api/sessions',
    who: 'signed-in',
    answer: list,
    summary: 'Live sessions: all of them for people who manage people, otherwise the person’s own.',
  }),
  endSession: defineDeskCall({
    method: 'POST',
    path: '/desk-api/sessions/:id/end',
    who: 'signed-in',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: list,
    summary: 'Ends a session.',
  }),
  endOtherSessions: defineDeskCall({
    method: 'POST',
    path: '/desk-api/sessions/end-others',
    who: 'signed-in',
    fresh: true,
    answer: list,
    summary: 'Ends all sessions of the person except this one.',
  }),
  disownSession: defineDeskCall({
    method: 'POST',
    path: '/desk-api/sessions/:id/not-me',
    who: 'signed-in',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: v.strictObject({
      sessions: v.array(session),
      removed: v.nullable(v.string()),
      /** The passkey that remains because this session uses it or because it is the person's last passkey. */
      kept: v.nullable(v.string()),
    }),
    summary:
      'Says that another person uses an own session: ends it, removes its passkey unless this session uses it or it is the last one, and tells the managers.',
  }),
} as const
