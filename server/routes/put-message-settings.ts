import type { Handler } from '#server/handler.ts'
import { messageSettingsOf, setPreferences } from '#server/messages/preferences.ts'

export const handler: Handler<'putMessageSettings'> = async ({ db, caller, body, now }) => {
  await setPreferences(db, caller.customerId, body, now)
  return messageSettingsOf(db, caller.customerId)
}
