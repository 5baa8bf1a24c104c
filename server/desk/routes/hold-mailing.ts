import { readCampaign } from '#server/campaign/clock.ts'
import { holdPart } from '#server/mailings/hold.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { resultsOf } from '../result-mailing.ts'

export const handler: DeskHandler<'holdMailing'> = async ({ db, body, audit }) => {
  const mailing = resultsOf(await readCampaign(db))
  const isStarted = await started(db, mailing.subject)
  if (!isStarted) throw new DeskError('NOT_FOUND')
  const part = await holdPart(db, mailing, body.to)
  await audit(`desk notify ${body.to === 'stopped' ? 'stop' : 'resume'}`, { ...mailing, ...part })
  return part
}

const started = async (db: Db, subject: string): Promise<boolean> =>
  (await db
    .selectFrom('mailing')
    .select('subject')
    .where('kind', '=', 'results')
    .where('subject', '=', subject)
    .executeTakeFirst()) !== undefined
