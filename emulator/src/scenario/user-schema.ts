import * as v from 'valibot'
import { commonProfileSchema } from './common-profile.ts'
import { demographicsSchema } from './demographics-schema.ts'
import { userIdSchema } from './messaging-schema.ts'

/** A LINE user. */
export const userSchema = v.strictObject({
  userId: userIdSchema,
  displayName: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** URL of the profile picture. If null, the emulated profile.line-scdn.net generates one. */
  pictureUrl: v.optional(v.nullable(v.pipe(v.string(), v.url())), null),
  statusMessage: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500))), null),
  email: v.optional(v.nullable(v.pipe(v.string(), v.email())), null),
  /** Phone number in E.164 format, to which LINE notification messages can be sent. */
  phoneNumber: v.optional(
    v.nullable(v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/, '"+" and 7 to 15 digits'))),
    null,
  ),
  demographics: v.optional(v.nullable(demographicsSchema), null),
  /** What the user has set in LINE's common profile, with which verified MINI Apps fill forms. If null, nothing. */
  commonProfile: v.optional(v.nullable(commonProfileSchema), null),
})
