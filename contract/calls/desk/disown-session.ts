import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { deskSession } from '#contract/desk/sessions.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
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
})
