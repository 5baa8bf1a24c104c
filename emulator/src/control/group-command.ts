import * as v from 'valibot'
import { userIdSchema } from '../scenario/messaging-schema.ts'

/** Body of `POST group`. */
export const groupCommand = v.strictObject({
  /** If missing, an invitation creates a group or room. */
  groupId: v.optional(
    v.pipe(v.string(), v.regex(/^[CR][0-9a-f]{32}$/, '"C" or "R" and 32 hexadecimal digits')),
  ),
  /** `invite` and `remove` apply to the account; `join` and `leave` apply to users. */
  change: v.picklist(['invite', 'remove', 'join', 'leave']),
  kind: v.optional(v.picklist(['group', 'room']), 'group'),
  name: v.optional(v.pipe(v.string(), v.minLength(1)), 'Group'),
  /** For an invitation, the group's members; otherwise, those who join or leave. */
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
