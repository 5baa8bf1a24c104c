import * as v from 'valibot'
import { errorBody, integer } from './common.ts'
import { customer, identityBody, loginForm, sessionAnswer } from './customer.ts'
import { logBatchAnswer } from './log.ts'
import { receipt } from './receipt.ts'
import { reward } from './reward.ts'

const etag = v.pipe(v.string(), v.maxLength(100, 'length'))
const epoch = v.optional(v.string())

/**
 * Signs the customer in. Includes the name and picture from LINE and the ETags of cached responses. Events are
 * validated separately, so that an invalid event never prevents a sign-in.
 */
export const visitBody = v.strictObject({
  ...identityBody.entries,
  ...loginForm.entries,
  etags: v.optional(
    v.strictObject({ customer: v.optional(etag), reward: v.optional(etag), receipts: v.optional(etag) }),
    {},
  ),
  events: v.optional(v.array(v.unknown()), []),
})

/** `status` is the HTTP status that the part's own call would return. */
const refusedPart = v.object({ status: integer, error: errorBody })

/**
 * The body of the part's own call, with its `ETag`, `Link` and `Data-Epoch` headers. If `value` is missing, the cached
 * response is still valid, as with a 304.
 */
const readPart = <S extends v.GenericSchema>(value: S) =>
  v.union([
    v.object({ etag, link: v.optional(v.string()), epoch, value }),
    refusedPart,
    v.object({ etag, epoch }),
  ])

/**
 * The server stores LINE's name and picture, and logs events other than page views, only if `open` is true (spec S4).
 */
export const visitAnswer = v.object({
  ...sessionAnswer.entries,
  open: v.boolean(),
  logs: v.union([logBatchAnswer, refusedPart]),
  customer: readPart(customer),
  reward: readPart(reward),
  receipts: readPart(v.array(receipt)),
})
