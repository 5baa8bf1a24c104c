import type { Handler } from '#server/handler.ts'
import { setMarketing } from '#server/identity/consents.ts'

export const handler: Handler<'deleteMarketingConsent'> = async ({ db, deps, caller, now }) => {
  await setMarketing(db, caller.customerId, false, { now, random: deps.random })
  return { deleted: true }
}
