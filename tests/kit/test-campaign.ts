import { seedCampaign } from '#server/data/seed.ts'
import type { Db } from '#server/store/tables.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'

const source = { definition, stores: new URL('../fixtures/campaign/stores.csv', import.meta.url) }

/**
 * Creates the tests' own campaign, which is open at `now`. It does not depend on `campaign/`, which organisers edit.
 */
export const seedTestCampaign = (db: Db, now: number): Promise<void> => seedCampaign(db, now, 'demo', source)
