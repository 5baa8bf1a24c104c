import { revokeSessions } from '#server/auth/sessions.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'deleteSessions'> = async ({ db, caller, now }) => {
  await revokeSessions(db, { customerId: caller.customerId }, now)
  return { deleted: true }
}
