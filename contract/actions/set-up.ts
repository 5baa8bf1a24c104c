import * as v from 'valibot'
import { defineAction } from '#contract/define-action.ts'
import { SET_UP_BODY_BYTES } from '#contract/desk/limits.ts'
import { setUpChange } from '#contract/desk/set-up.ts'
import { setUp } from '#contract/desk/set-up-answer.ts'
import { sha256 } from '#contract/schema/common.ts'

export const changeSetUp = defineAction({
  name: 'set-up',
  method: 'POST',
  path: '/desk-api/set-up/change',
  who: 'set-up',
  fresh: true,
  bodyBytes: SET_UP_BODY_BYTES,
  body: v.strictObject({ change: setUpChange, seen: sha256 }),
  answer: setUp,
  summary: 'Changes the set-up. Refused as CHANGED if another person has changed the same part.',
})
