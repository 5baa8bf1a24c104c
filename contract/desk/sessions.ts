import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'

export const deskSession = v.strictObject({
  id: uuid,
  personId: uuid,
  name: v.string(),
  createdAt: v.number(),
  usedAt: v.number(),
  /** The browser's name at sign-in. */
  browser: v.string(),
  /** The last passkey used in this session. Empty for a person's first passkey, null in the demo. */
  passkey: v.nullable(v.string()),
  current: v.boolean(),
})

export const sessionList = v.strictObject({ sessions: v.array(deskSession) })
