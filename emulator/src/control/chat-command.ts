import * as v from 'valibot'
import { userIdSchema } from '../scenario/schema.ts'

const data = v.pipe(v.string(), v.maxLength(300))

/**
 * Body of `POST chat`. It has one of: `text`, which the user types; `postback`, an action that the user taps;
 * `richMenuSwitch`, the action that shows another rich menu; `videoPlayComplete`, a video that the user has watched.
 */
export const chatCommand = v.strictObject({
  userId: v.optional(userIdSchema),
  text: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(5000))),
  postback: v.optional(
    v.strictObject({
      data,
      params: v.optional(v.record(v.string(), v.string())),
      displayText: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(300))),
    }),
  ),
  richMenuSwitch: v.optional(v.strictObject({ richMenuAliasId: v.pipe(v.string(), v.maxLength(32)), data })),
  videoPlayComplete: v.optional(v.strictObject({ trackingId: v.pipe(v.string(), v.maxLength(100)) })),
})
export type ChatCommand = v.InferInput<typeof chatCommand>
