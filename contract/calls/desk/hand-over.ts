import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { deviceName, handedOver, handingOver, staffStore } from '#contract/desk/staff.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/staff/hand-over',
  who: 'scan',
  body: v.strictObject({
    ...handingOver,
    device: deviceName,
    store: staffStore,
    /** True if the staff member has seen the consent of a minor's guardian. */
    guardianSeen: v.optional(v.boolean()),
  }),
  answer: handedOver,
  summary: 'Hands a reward over once. A repeat with the same key gets the same answer.',
})
