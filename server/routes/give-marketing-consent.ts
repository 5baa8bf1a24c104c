import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'
import { setMarketing } from '#server/identity/consents.ts'

export const handler: Handler<'giveMarketingConsent'> = async ({ db, deps, caller, now, query }) => {
  const { version = MARKETING_VERSION } = query
  if (version !== MARKETING_VERSION)
    throw new ApiError('TERMS_CHANGED', { current: { marketingVersion: MARKETING_VERSION } })
  await setMarketing(db, caller.customerId, true, { now, random: deps.random })
  return { granted: true }
}
