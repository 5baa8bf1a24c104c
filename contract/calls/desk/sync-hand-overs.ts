import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { SYNC_MAX } from '#contract/desk/limits.ts'
import { deviceName, handingOver, staffStore, syncAnswer } from '#contract/desk/staff.ts'
import { integer } from '#contract/schema/common.ts'

/** Formatting a later time throws. */
const LAST_MS = 8.64e15
const time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_MS))
const handedOver = v.strictObject({ ...handingOver, at: time })

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/staff/sync',
  who: 'scan',
  body: v.strictObject({
    device: deviceName,
    store: staffStore,
    /** How many used codes the device knows. */
    known: integer,
    handOvers: v.pipe(v.array(handedOver), v.maxLength(SYNC_MAX, 'length')),
  }),
  answer: syncAnswer,
  summary:
    'Takes what a device handed over without a network. Returns conflicts with other devices, what others handed over, and counts.',
})
