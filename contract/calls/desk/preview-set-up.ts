import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { SET_UP_BODY_BYTES } from '#contract/desk/limits.ts'
import { setUpChange, setUpPreview } from '#contract/desk/set-up.ts'
import { sha256 } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/set-up/preview',
  who: 'set-up',
  bodyBytes: SET_UP_BODY_BYTES,
  body: v.strictObject({ change: setUpChange, seen: sha256 }),
  answer: setUpPreview,
  summary: 'What a change would do, and for whom. Changes nothing.',
})
