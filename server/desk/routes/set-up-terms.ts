import { readCampaign } from '#server/campaign/clock.ts'
import { legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { countAgreed, countRegistered, versionsAgreed } from '#server/set-up/terms.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'setUpTerms'> = async ({ db }) => {
  const campaign = await readCampaign(db)
  const registered = await countRegistered(db)
  const documents = []
  for (const document of legalDocuments) {
    const agreed = await countAgreed(db, document, versionOf(campaign, document))
    const history = await versionsAgreed(db, document)
    documents.push({ document, agreed, asked: registered - agreed, history })
  }
  return { documents }
}
