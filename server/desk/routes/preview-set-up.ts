import { readCampaign } from '#server/campaign/clock.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import type { DeskHandler } from '../handler.ts'
import { planOf } from '../set-up/plans.ts'
import { requireSeen } from '../set-up/seen.ts'
import { WrongLines } from '../set-up/stores-plan.ts'

export const handler: DeskHandler<'previewSetUp'> = async ({ db, deps, body, now }) => {
  const campaign = await readCampaign(db)
  const { advertised, random } = deps
  const around = { db, campaign, advertised, now, random }
  await requireSeen(around, body)
  try {
    const { differences, effects, lines = [] } = await planOf(around, body.change)
    return { refusal: null, differences: [...differences], effects: [...effects], lines: [...lines] }
  } catch (error) {
    if (!(error instanceof SetUpRefusal)) throw error
    const lines = error instanceof WrongLines ? [...error.lines] : []
    return { refusal: { code: error.code, values: { ...error.values } }, differences: [], effects: [], lines }
  }
}
