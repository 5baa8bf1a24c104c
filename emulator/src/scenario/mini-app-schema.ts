import * as v from 'valibot'
import { INTERNAL_CHANNELS } from './internal-channels.ts'
import { liffIdSchema } from './liff-id-schema.ts'

/** Roles on a MINI App channel. A reviewer is a person at LINE who reviews the app. */
const CHANNEL_ROLES = ['admin', 'tester', 'reviewer'] as const
export type ChannelRole = (typeof CHANNEL_ROLES)[number]

export const internalChannelSchema = v.picklist(INTERNAL_CHANNELS)

/** Regions in which LINE offers MINI Apps: Japan, Thailand and Taiwan. */
const REGIONS = ['JP', 'TH', 'TW'] as const

/** What makes an app a LINE MINI App. */
export const miniAppSchema = v.strictObject({
  /** The internal channel to which the app's `liffId` belongs. */
  channel: v.optional(internalChannelSchema, 'published'),
  /**
   * LIFF ids of the other two internal channels. By default, the channel id in the app's `liffId` plus 100000000 and plus
   * 200000000, in the order developing, review, published.
   */
  liffIds: v.optional(
    v.strictObject({
      developing: v.optional(liffIdSchema),
      review: v.optional(liffIdSchema),
      published: v.optional(liffIdSchema),
    }),
    {},
  ),
  /** True if LINE has verified the app. */
  verified: v.optional(v.boolean(), true),
  /** Region in which the service is offered. LINE has some features in Japan only. */
  region: v.optional(v.picklist(REGIONS), 'JP'),
  /** Roles on the channel by user id. If null, the first user of the scenario is an admin. */
  roles: v.optional(v.nullable(v.record(v.string(), v.picklist(CHANNEL_ROLES))), null),
  /** True if the first opening asks for no consent to the scope `openid`: LINE's channel consent simplification. */
  consentSimplification: v.optional(v.boolean(), false),
  /** Path of a verified MINI App on miniapp.line.me, in addition to its LIFF id. */
  customPath: v.optional(
    v.nullable(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,28}$/, '1 to 29 lowercase letters, digits, "-" or "_"')),
    ),
    null,
  ),
})
