import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { SET_UP_BODY_BYTES } from '#contract/desk/limits.ts'
import { customerScreens } from '#contract/desk/screens.ts'
import { setUpChange } from '#contract/desk/set-up.ts'
import { sha256 } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/set-up/screens/preview',
  who: 'set-up',
  bodyBytes: SET_UP_BODY_BYTES,
  body: v.strictObject({ change: setUpChange, seen: sha256 }),
  answer: customerScreens,
  summary: 'What the app would show to a sample customer after a change. Changes nothing.',
})
