import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { SYNC_MAX } from '#contract/desk/limits.ts'
import { deviceName, offlineHandOver, staffStore, syncAnswer } from '#contract/desk/staff.ts'
import { integer } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/staff/sync',
  who: 'scan',
  body: v.strictObject({
    device: deviceName,
    store: staffStore,
    /** How many used codes the device knows. */
    known: integer,
    handOvers: v.pipe(v.array(offlineHandOver), v.maxLength(SYNC_MAX, 'length')),
  }),
  answer: syncAnswer,
  summary:
    'Takes what a device handed over without a network. Returns conflicts with other devices, what others handed over, and counts.',
})
