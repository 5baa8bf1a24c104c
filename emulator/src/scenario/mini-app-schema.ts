import * as v from 'valibot'
import { INTERNAL_CHANNELS } from './channel.ts'
import { liffIdSchema } from './liff-id-schema.ts'
import { matching, orNull } from './values.ts'

/** A reviewer is the person at LINE who reviews the app. */
const CHANNEL_ROLES = ['admin', 'tester', 'reviewer'] as const
export type ChannelRole = (typeof CHANNEL_ROLES)[number]

export const internalChannelSchema = v.picklist(INTERNAL_CHANNELS)

const REGIONS = ['JP', 'TH', 'TW'] as const

export const miniAppSchema = v.strictObject({
  /** The internal channel to which the app's `liffId` belongs. */
  channel: v.optional(internalChannelSchema, 'published'),
  /**
   * By default, the other two channels add 100000000 and 200000000 to the app's channel ID, in the cycle developing,
   * review, published.
   */
  liffIds: v.optional(
    v.strictObject({
      developing: v.optional(liffIdSchema),
      review: v.optional(liffIdSchema),
      published: v.optional(liffIdSchema),
    }),
    {},
  ),
  verified: v.optional(v.boolean(), true),
  /** Region of the service. Some of LINE's features exist only in Japan. */
  region: v.optional(v.picklist(REGIONS), 'JP'),
  /** Roles by user ID. If null, the scenario's first user is an admin. */
  roles: orNull(v.record(v.string(), v.picklist(CHANNEL_ROLES))),
  /** LINE's channel consent simplification: a user who first opens the app is not asked for consent to `openid`. */
  consentSimplification: v.optional(v.boolean(), false),
  /** Path of a verified MINI App on miniapp.line.me, usable in addition to the LIFF ID. */
  customPath: orNull(matching(/^[a-z][a-z0-9_-]{0,28}$/, '1 to 29 lowercase letters, digits, "-" or "_"')),
})
