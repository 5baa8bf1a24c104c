import * as v from 'valibot'
import { matching, nonEmpty, orNull, whole } from './values.ts'

const USER_ID = /^U[0-9a-f]{32}$/
export const userIdSchema = matching(USER_ID, '"U" and 32 hexadecimal digits')

export const isUserId = (value: unknown): value is string => typeof value === 'string' && USER_ID.test(value)

const group = v.strictObject({
  id: matching(/^[CR][0-9a-f]{32}$/, '"C" or "R" and 32 hexadecimal digits'),
  name: v.optional(nonEmpty, 'Group'),
  /** User IDs, excluding the official account. */
  members: v.array(userIdSchema),
})

const member = v.strictObject({
  userId: userIdSchema,
  /** In ms since 1970. Default: 2026-01-01 00:00 UTC. */
  joinedAt: v.optional(whole(0, 8.64e15), 1_767_225_600_000),
  months: v.optional(whole(1, 1200), 1),
})

/** A membership plan of the official account. Its members are in the order in which they joined. */
const membership = v.strictObject({
  membershipId: whole(1, Number.MAX_SAFE_INTEGER),
  title: v.optional(nonEmpty, 'Members'),
  description: v.optional(v.string(), ''),
  benefits: v.optional(v.pipe(v.array(nonEmpty), v.minLength(1), v.maxLength(5)), ['Messages for members']),
  price: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e9)), 500),
  currency: v.optional(v.picklist(['JPY', 'TWD', 'THB']), 'THB'),
  /** Null if there is no limit. */
  memberLimit: orNull(whole(1, 1e9)),
  members: v.optional(v.array(member), []),
})

export const DEFAULT_CHANNEL_ID = '1600000000'

export const messagingSchema = v.strictObject({
  channelId: v.optional(matching(/^\d{10}$/, '10 digits'), DEFAULT_CHANNEL_ID),
  /**
   * Clients get tokens with this secret, and LINE signs webhooks with it. LINE's secrets have 32 hexadecimal digits,
   * but a developer's `.env` can contain any text.
   */
  channelSecret: v.optional(nonEmpty, '5ec2e75ec2e75ec2e75ec2e75ec2e75e'),
  /** The token never expires. */
  accessToken: v.optional(
    matching(/^[A-Za-z0-9._~+/-]+=*$/, 'a bearer token: letters, digits and ._~+/-'),
    'emulated-channel-access-token',
  ),
  /** Maximum number of messages per month; null if there is no limit. */
  monthlyLimit: orNull(whole(0, 1e9)),
  /** URL to which LINE sends the bot's webhooks, or null. A back end can set a different URL. */
  webhook: orNull(
    v.pipe(
      v.string(),
      v.check(text => /^https?:/.test(text) && URL.canParse(text), 'http(s) URL'),
    ),
  ),
  /** If false, LINE sends no webhooks. */
  webhookActive: v.optional(v.boolean(), true),
  /** If true, LINE resends a webhook when the bot's server did not respond with 2xx. */
  redelivery: v.optional(v.boolean(), false),
  groups: v.optional(v.array(group), []),
  memberships: v.optional(v.array(membership), []),
  /** If true, LINE's minimums for narrowcasts by attributes and audiences apply: 100 friends, and 50 recipients. */
  minimumReach: v.optional(v.boolean(), false),
  /** If true, LINE responds with 429 to requests that exceed its rate limits. */
  rateLimits: v.optional(v.boolean(), false),
  /** Status of LINE's conversion of users' video and audio files. */
  transcoding: v.optional(v.picklist(['succeeded', 'processing', 'failed']), 'succeeded'),
})
