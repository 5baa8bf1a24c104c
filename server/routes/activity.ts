import { activityOf } from '#server/campaign/activity.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { shownSeal } from '#server/draw/shown-seal.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'activity'> = async ({ db, deps, now }) => {
  const campaign = await readCampaign(db)
  const drawSeal = await shownSeal(db, campaign, now)
  return activityOf(campaign, { now, receiptReader: deps.receiptReader !== null, drawSeal })
}
