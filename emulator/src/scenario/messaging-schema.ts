import * as v from 'valibot'

const USER_ID = /^U[0-9a-f]{32}$/
export const userIdSchema = v.pipe(v.string(), v.regex(USER_ID, '"U" and 32 hexadecimal digits'))

/** True if the value has the form of a user id. */
export const isUserId = (value: unknown): value is string => typeof value === 'string' && USER_ID.test(value)

const group = v.strictObject({
  /** `C` for a group chat, `R` for a room, and 32 hexadecimal digits. */
  id: v.pipe(v.string(), v.regex(/^[CR][0-9a-f]{32}$/, '"C" or "R" and 32 hexadecimal digits')),
  name: v.optional(v.pipe(v.string(), v.minLength(1)), 'Group'),
  /** User IDs of the members, without the official account. */
  members: v.array(userIdSchema),
})

const nonEmpty = v.pipe(v.string(), v.minLength(1))

const member = v.strictObject({
  userId: userIdSchema,
  /** Time at which the user joined, in ms since 1970. Default: 2026-01-01 00:00 UTC. */
  joinedAt: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15)),
    1_767_225_600_000,
  ),
  /** Number of months for which the user has been a member. */
  months: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1200)), 1),
})

/** A membership plan of the official account, and its members in the order in which they joined. */
const membership = v.strictObject({
  membershipId: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
  title: v.optional(nonEmpty, 'Members'),
  description: v.optional(v.string(), ''),
  benefits: v.optional(v.pipe(v.array(nonEmpty), v.minLength(1), v.maxLength(5)), ['Messages for members']),
  price: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e9)), 500),
  currency: v.optional(v.picklist(['JPY', 'TWD', 'THB']), 'THB'),
  /** Maximum number of members; null for no limit. */
  memberLimit: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e9))), null),
  members: v.optional(v.array(member), []),
})

/** Default ID of the Messaging API channel. */
export const DEFAULT_CHANNEL_ID = '1600000000'

/** The official account's Messaging API channel, which a back end uses. */
export const messagingSchema = v.strictObject({
  channelId: v.optional(v.pipe(v.string(), v.regex(/^\d{10}$/, '10 digits')), DEFAULT_CHANNEL_ID),
  /**
   * Secret with which clients get tokens and LINE signs webhooks. LINE's have 32 hexadecimal digits; a developer's `.env` can
   * have any text.
   */
  channelSecret: v.optional(nonEmpty, '5ec2e75ec2e75ec2e75ec2e75ec2e75e'),
  /** The channel's long-lived access token. It never expires. */
  accessToken: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~+/-]+=*$/, 'a bearer token: letters, digits and ._~+/-')),
    'emulated-channel-access-token',
  ),
  /** The most messages that the account can send in a month. If null, the plan has no limit. */
  monthlyLimit: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9))), null),
  /** URL of the bot's server, to which LINE sends webhooks; null for none. A back end can set another one. */
  webhook: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.check(text => /^https?:/.test(text) && URL.canParse(text), 'http(s) URL'),
      ),
    ),
    null,
  ),
  /** False if the account's webhook is switched off, so that LINE sends none. */
  webhookActive: v.optional(v.boolean(), true),
  /** True if LINE sends a webhook again if the bot's server does not answer it with a status from 200 to 299. */
  redelivery: v.optional(v.boolean(), false),
  /** Group chats and rooms of which the account is a member. */
  groups: v.optional(v.array(group), []),
  /** Membership plans, and their members. */
  memberships: v.optional(v.array(membership), []),
  /**
   * True if narrowcasts by attributes and audiences need as many users as with the real LINE: 100 friends, and 50 recipients.
   */
  minimumReach: v.optional(v.boolean(), false),
  /** True if LINE answers 429 to requests above its rate limits. */
  rateLimits: v.optional(v.boolean(), false),
  /** State of the conversion of videos and audio files that users send. */
  transcoding: v.optional(v.picklist(['succeeded', 'processing', 'failed']), 'succeeded'),
})
