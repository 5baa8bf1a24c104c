import * as v from 'valibot'
import { userIdSchema } from '../scenario/messaging-schema.ts'

/** Body of `POST group`. */
export const groupCommand = v.strictObject({
  /** Without it, an invitation makes a new group, or a new room. */
  groupId: v.optional(
    v.pipe(v.string(), v.regex(/^[CR][0-9a-f]{32}$/, '"C" or "R" and 32 hexadecimal digits')),
  ),
  /** What happens: the account is invited or removed, or users join or leave. */
  change: v.picklist(['invite', 'remove', 'join', 'leave']),
  /** What an invitation without an id makes. */
  kind: v.optional(v.picklist(['group', 'room']), 'group'),
  name: v.optional(v.pipe(v.string(), v.minLength(1)), 'Group'),
  /** Members of the group to which the account is invited, or the users who join or leave it. */
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
