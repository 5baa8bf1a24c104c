import { requireReward } from '#server/campaign/reward.ts'
import type { Handler } from '#server/handler.ts'
import { withEtag } from '#server/http/etag.ts'

export const handler: Handler<'getReward'> = async ({ db, caller, now }) =>
  withEtag(await requireReward(db, caller.customerId, now))
