import type { Handler } from '#server/handler.ts'
import { setMarketing } from '#server/identity/consents.ts'

export const handler: Handler<'giveMarketingConsent'> = async ({ db, deps, caller, now }) => {
  await setMarketing(db, caller.customerId, true, { now, random: deps.random })
  return { granted: true }
}
