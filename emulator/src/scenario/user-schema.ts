import * as v from 'valibot'
import { commonProfileSchema } from './common-profile.ts'
import { demographicsSchema } from './demographics-schema.ts'
import { userIdSchema } from './messaging-schema.ts'

export const userSchema = v.strictObject({
  userId: userIdSchema,
  displayName: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** If null, the emulated profile.line-scdn.net generates a picture. */
  pictureUrl: v.optional(v.nullable(v.pipe(v.string(), v.url())), null),
  statusMessage: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500))), null),
  email: v.optional(v.nullable(v.pipe(v.string(), v.email())), null),
  /** In E.164 format. LINE can send notification messages to this number. */
  phoneNumber: v.optional(
    v.nullable(v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/, '"+" and 7 to 15 digits'))),
    null,
  ),
  demographics: v.optional(v.nullable(demographicsSchema), null),
  /** The user's entries in LINE's common profile, which verified MINI Apps use to fill in forms. */
  commonProfile: v.optional(v.nullable(commonProfileSchema), null),
})
