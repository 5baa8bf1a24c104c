import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { integer, uuid } from '#contract/schema/common.ts'

const counts = v.record(v.string(), v.number())

export const mailingCalls = {
  resultMailing: deskCall({
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
          messages: v.strictObject({
            waiting: v.number(),
            held: v.number(),
            sent: v.number(),
            dropped: v.number(),
            dead: v.number(),
          }),
        }),
      ),
    }),
    summary: 'How far the LINE messages about the draw’s result are.',
  }),
  countMailing: deskCall({
    method: 'GET',
    path: '/desk-api/mailing/count',
    who: 'draw-read',
    query: v.strictObject({ after: v.optional(uuid) }),
    answer: v.strictObject({
      /** `messages` are counted by kind, and `unreachable` customers by reason. */
      messages: counts,
      unreachable: counts,
      /** The cursor of the next part, or null after the last part. */
      next: v.nullable(uuid),
      waiting: v.number(),
      quota: v.nullable(
        v.strictObject({
          limit: v.nullable(v.number()),
          used: v.number(),
          at: v.number(),
          /** True if the messages are due in a later month than `at`; `used` is then 0. */
          isLaterMonth: v.boolean(),
        }),
      ),
    }),
    summary: 'Counts a part of the LINE messages about the result. Sends nothing.',
  }),
  startMailing: deskCall({
    method: 'POST',
    path: '/desk-api/mailing',
    who: 'draw',
    fresh: true,
    body: v.strictObject({
      /**
       * The number of messages that was shown to the person. `overQuota` must be true if LINE's monthly quota is too
       * small for it.
       */
      counted: integer,
      overQuota: v.boolean(),
    }),
    answer: v.strictObject({}),
    summary: 'Starts the LINE messages about the result. Starting again sends nothing twice.',
  }),
  holdMailing: deskCall({
    method: 'POST',
    path: '/desk-api/mailing/hold',
    who: 'draw',
    body: v.strictObject({ to: v.picklist(['stopped', 'running']) }),
    answer: v.strictObject({ moved: v.number(), isDone: v.boolean() }),
    summary: 'Stops or resumes the messages. Moves a part of them; call it again until it is done.',
  }),
}
