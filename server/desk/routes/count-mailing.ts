import { readCampaign } from '#server/campaign/clock.ts'
import { audiencePage } from '#server/mailings/audience.ts'
import { messageLimits } from '#server/mailings/estimate.ts'
import type { DeskHandler } from '../handler.ts'
import { dueAtOf, resultsOf } from '../result-mailing.ts'

/** Number of pages of customers per call, so that a call takes well under two seconds. */
const PAGES = 10

export const handler: DeskHandler<'countMailing'> = async ({ db, now, query }) => {
  const campaign = await readCampaign(db)
  const mailing = resultsOf(campaign)
  const messages = new Map<string, number>()
  const unreachable = new Map<string, number>()
  let next: string | null = query.after ?? ''
  for (let page = 0; page < PAGES && next !== null; page++) {
    const found: Awaited<ReturnType<typeof audiencePage>> = await audiencePage(db, mailing, next)
    for (const { kind, obstacle } of found.addressees) {
      const [counts, key] = obstacle === null ? [messages, kind] : [unreachable, obstacle]
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    next = found.last
  }
  return {
    messages: Object.fromEntries(messages),
    unreachable: Object.fromEntries(unreachable),
    next,
    ...(await messageLimits(db, dueAtOf(campaign, now))),
  }
}
