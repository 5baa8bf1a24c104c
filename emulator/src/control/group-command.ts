import * as v from 'valibot'
import { userIdSchema } from '../scenario/messaging-schema.ts'

/** Body of `POST group`. */
export const groupCommand = v.strictObject({
  /** Without it, an invitation creates a group or a room. */
  groupId: v.optional(
    v.pipe(v.string(), v.regex(/^[CR][0-9a-f]{32}$/, '"C" or "R" and 32 hexadecimal digits')),
  ),
  /** `invite` and `remove` concern the account, `join` and `leave` users. */
  change: v.picklist(['invite', 'remove', 'join', 'leave']),
  kind: v.optional(v.picklist(['group', 'room']), 'group'),
  name: v.optional(v.pipe(v.string(), v.minLength(1)), 'Group'),
  /** The group's members if the account is invited, otherwise the users who join or leave. */
  userIds: v.optional(v.array(userIdSchema), []),
})
export type GroupCommand = v.InferInput<typeof groupCommand>

/** Body of `POST membership`. */
export const membershipCommand = v.strictObject({
  userId: v.optional(userIdSchema),
  membershipId: v.number(),
  change: v.picklist(['join', 'renew', 'leave']),
})
export type MembershipCommand = v.InferInput<typeof membershipCommand>
