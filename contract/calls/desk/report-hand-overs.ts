import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { SYNC_MAX } from '#contract/desk/limits.ts'
import { deviceName, offlineHandOver } from '#contract/desk/staff.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/staff/report',
  who: 'anyone',
  body: v.strictObject({
    /** Who made the hand-overs. */
    personId: uuid,
    device: deviceName,
    handOvers: v.pipe(v.array(offlineHandOver), v.maxLength(SYNC_MAX, 'length')),
  }),
  /** False if the person's access has not ended, or if the person has not used this browser. */
  answer: v.strictObject({ isKnown: v.boolean() }),
  summary:
    'Takes what a device handed over without a network if the staff member’s access has ended since. Names it to the staff at the event, redeems nothing, and returns no data.',
})
