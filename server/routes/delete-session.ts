import { revokeSessions } from '#server/auth/sessions.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'deleteSession'> = async ({ db, caller, now }) => {
  await revokeSessions(db, caller, now)
  return { deleted: true }
}
