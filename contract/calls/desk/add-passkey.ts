import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { NAME_MAX } from '#contract/desk/limits.ts'
import { ceremony, ownPasskey } from '#contract/desk/sign-in.ts'
import { line } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/passkeys',
  who: 'signed-in',
  fresh: true,
  body: v.strictObject({ name: line(1, NAME_MAX), response: ceremony }),
  answer: v.strictObject({ passkeys: v.array(ownPasskey) }),
  summary: 'Adds a passkey, for example of another device.',
})
