import { lockCampaign } from '#server/set-up/lock.ts'
import type { DeskHandler } from '../handler.ts'
import { planOf } from '../set-up/plans.ts'
import { requireSeen } from '../set-up/seen.ts'
import { readSetUp } from '../set-up/state.ts'

export const handler: DeskHandler<'changeSetUp'> = async ({ db, deps, body, now, audit }) => {
  const campaign = await lockCampaign(db)
  const { advertised, random } = deps
  const around = { db, campaign, advertised, now, random }
  await requireSeen(around, body)
  const { apply } = await planOf(around, body.change)
  await audit(`desk set-up ${body.change.kind}`, await apply())
  return readSetUp(db, advertised, now)
}
