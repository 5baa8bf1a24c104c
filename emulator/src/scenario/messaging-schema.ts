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

/** The official account's Messaging API channel, which a back end uses. */
export const messagingSchema = v.strictObject({
  channelId: v.optional(v.pipe(v.string(), v.regex(/^\d{10}$/, '10 digits')), '1600000000'),
  /** Secret with which clients get tokens and LINE signs webhooks. */
  channelSecret: v.optional(
    v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits')),
    '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
  ),
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
  /** True if LINE sends a webhook again if the bot's server does not answer it with a status from 200 to 299. */
  redelivery: v.optional(v.boolean(), false),
  /** Group chats and rooms of which the account is a member. */
  groups: v.optional(v.array(group), []),
})
