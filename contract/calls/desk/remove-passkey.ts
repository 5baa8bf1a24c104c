import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { ownPasskey } from '#contract/desk/sign-in.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/passkeys/remove',
  who: 'signed-in',
  fresh: true,
  body: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'token')) }),
  answer: v.strictObject({ passkeys: v.array(ownPasskey) }),
  summary: 'Removes a passkey. The last one stays.',
})
