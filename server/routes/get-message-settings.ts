import type { Handler } from '#server/handler.ts'
import { messageSettingsOf } from '#server/messages/preferences.ts'

export const handler: Handler<'getMessageSettings'> = async ({ db, caller }) =>
  messageSettingsOf(db, caller.customerId)
