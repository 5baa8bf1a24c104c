import * as v from 'valibot'
import { commonProfileSchema } from './common-profile.ts'
import { userIdSchema } from './messaging-schema.ts'
import { matching, orNull, whole } from './values.ts'

/** LINE's regions: 47 in Japan, 22 in Taiwan and 8 in Thailand. For example, `th_01` is Bangkok. */
export const AREA = /^(jp_(0[1-9]|[1-3]\d|4[0-7])|tw_(0[1-9]|1\d|2[0-2])|th_0[1-8])$/

const days = whole(0, 36_500)

/** LINE's guesses about a user, which narrowcasts can filter by. A field is null if unknown. */
const demographicsSchema = v.strictObject({
  gender: orNull(v.picklist(['male', 'female'])),
  /** In years. */
  age: orNull(whole(0, 150)),
  area: orNull(matching(AREA, 'an area such as th_01')),
  appType: orNull(v.picklist(['ios', 'android'])),
  /** Days since the user added the account. */
  friendDays: orNull(days),
})

export const userSchema = v.strictObject({
  userId: userIdSchema,
  displayName: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** If null, the emulated profile.line-scdn.net generates a picture. */
  pictureUrl: orNull(v.pipe(v.string(), v.url())),
  statusMessage: orNull(v.pipe(v.string(), v.maxLength(500))),
  email: orNull(v.pipe(v.string(), v.email())),
  /** In E.164 format. LINE can send notification messages to this number. */
  phoneNumber: orNull(matching(/^\+[1-9]\d{6,14}$/, '"+" and 7 to 15 digits')),
  demographics: orNull(demographicsSchema),
  /** The user's entries in LINE's common profile, which verified MINI Apps use to fill in forms. */
  commonProfile: orNull(commonProfileSchema),
})
