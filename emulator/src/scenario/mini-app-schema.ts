import * as v from 'valibot'
import { INTERNAL_CHANNELS } from './channel.ts'
import { liffIdSchema } from './liff-id-schema.ts'

/** A reviewer reviews the app at LINE. */
const CHANNEL_ROLES = ['admin', 'tester', 'reviewer'] as const
export type ChannelRole = (typeof CHANNEL_ROLES)[number]

export const internalChannelSchema = v.picklist(INTERNAL_CHANNELS)

const REGIONS = ['JP', 'TH', 'TW'] as const

export const miniAppSchema = v.strictObject({
  /** The internal channel of the app's `liffId`. */
  channel: v.optional(internalChannelSchema, 'published'),
  /** By default, the channel id plus 100000000 and plus 200000000, in the order developing, review, published. */
  liffIds: v.optional(
    v.strictObject({
      developing: v.optional(liffIdSchema),
      review: v.optional(liffIdSchema),
      published: v.optional(liffIdSchema),
    }),
    {},
  ),
  verified: v.optional(v.boolean(), true),
  /** Region of the service. LINE has some features in Japan only. */
  region: v.optional(v.picklist(REGIONS), 'JP'),
  /** By user id. If null, the scenario's first user is an admin. */
  roles: v.optional(v.nullable(v.record(v.string(), v.picklist(CHANNEL_ROLES))), null),
  /** LINE's channel consent simplification: the first opening asks for no consent to `openid`. */
  consentSimplification: v.optional(v.boolean(), false),
  /** Path of a verified MINI App on miniapp.line.me, in addition to its LIFF id. */
  customPath: v.optional(
    v.nullable(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,28}$/, '1 to 29 lowercase letters, digits, "-" or "_"')),
    ),
    null,
  ),
})
