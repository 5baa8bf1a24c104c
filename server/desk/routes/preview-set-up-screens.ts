import { lockCampaign } from '#server/set-up/lock.ts'
import type { DeskHandler } from '../handler.ts'
import { planOf } from '../set-up/plans.ts'
import { afterwards, customerScreens } from '../set-up/screens.ts'
import { requireSeen } from '../set-up/seen.ts'

export const handler: DeskHandler<'previewSetUpScreens'> = async ({ db, deps, body, now }) => {
  const campaign = await lockCampaign(db)
  const { advertised, random, receiptReader } = deps
  const around = { db, campaign, advertised, now, random }
  await requireSeen(around, body)
  const { apply } = await planOf(around, body.change)
  return afterwards(db, apply, () => customerScreens({ db, receiptReader, now }))
}
