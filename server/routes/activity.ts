import { activityOf } from '#server/campaign/activity.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'activity'> = async ({ db, deps, now }) =>
  activityOf(await readCampaign(db), { now, receiptReader: deps.receiptReader !== null })
