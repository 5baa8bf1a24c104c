import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { messageStates } from '#contract/message-groups.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/mailing',
  who: 'draw-read',
  answer: v.strictObject({
    isOn: v.boolean(),
    /** The reason for the pause, and its end in milliseconds since 1970. Null if sending is not paused. */
    waits: v.nullable(
      v.strictObject({
        why: v.picklist(['quiet', 'token', 'quota', 'limit', 'outage']),
        until: v.number(),
      }),
    ),
    /** In milliseconds since 1970, or null if no time is set. */
    announcedAt: v.nullable(v.number()),
    /** The server's time in milliseconds since 1970, because the browser's clock may be wrong. */
    now: v.number(),
    /** Null before the mailing starts. */
    mailing: v.nullable(
      v.strictObject({
        state: v.picklist(['running', 'stopped', 'done']),
        dueAt: v.number(),
        enqueued: v.number(),
        messages: v.strictObject(v.entriesFromList(messageStates, v.number())),
      }),
    ),
  }),
  summary: 'How far the LINE messages about the draw’s result are.',
})
