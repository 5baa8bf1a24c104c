import * as v from 'valibot'

/** LINE's regions: 47 in Japan, 22 in Taiwan and 8 in Thailand. For example, `th_01` is Bangkok. */
export const AREA = /^(jp_(0[1-9]|[1-3]\d|4[0-7])|tw_(0[1-9]|1\d|2[0-2])|th_0[1-8])$/

const days = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36_500))

/** LINE's guesses about a user, which narrowcasts can filter by. A field is null if unknown. */
export const demographicsSchema = v.strictObject({
  gender: v.optional(v.nullable(v.picklist(['male', 'female'])), null),
  /** In years. */
  age: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(150))), null),
  area: v.optional(v.nullable(v.pipe(v.string(), v.regex(AREA, 'an area such as th_01'))), null),
  appType: v.optional(v.nullable(v.picklist(['ios', 'android'])), null),
  /** Days since the user added the account. */
  friendDays: v.optional(v.nullable(days), null),
})
