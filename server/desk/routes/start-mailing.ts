import { readCampaign } from '#server/campaign/clock.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { beyondQuota, messageLimits } from '#server/mailings/estimate.ts'
import { startMailing } from '#server/mailings/start.ts'
import type { DeskHandler } from '../handler.ts'
import { dueAtOf, resultsOf } from '../result-mailing.ts'

export const handler: DeskHandler<'startMailing'> = async ({ db, now, body, audit }) => {
  const campaign = await readCampaign(db)
  const mailing = resultsOf(campaign)
  const dueAt = dueAtOf(campaign, now)
  const over = beyondQuota({ total: body.counted, ...(await messageLimits(db, dueAt)) })
  if (over > 0 && !body.overQuota) throw new DrawRefusal('OVER_QUOTA', { count: over })
  if (!(await startMailing(db, mailing, dueAt, now))) throw new DrawRefusal('MESSAGES_OFF')
  await audit('desk notify results', { ...mailing, ...body, dueAt })
  return {}
}
