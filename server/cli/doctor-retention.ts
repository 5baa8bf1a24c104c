import { DAY_MS } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { lastRunBeforeJump } from '#server/retention/clock-check.ts'
import { retentionDates } from '#server/retention/due.ts'
import { runRetention } from '#server/retention/run.ts'
import { type Finding, ok, warn } from './checks.ts'
import type { Context } from './verb.ts'

/** A running server deletes expired data within a day; data older than this is overdue. */
const OVERDUE_MS = 2 * DAY_MS

export async function retentionCheck({
  db,
  objects,
  now,
}: Pick<Context, 'db' | 'objects' | 'now'>): Promise<Finding> {
  const since = await lastRunBeforeJump(db, now)
  if (since !== null)
    return warn(
      `paused: the clock is far ahead of the last run, ${bangkokTime(since)} (see "retention run --help")`,
    )
  const overdue = await runRetention({ db, objects }, now - OVERDUE_MS, { dryRun: true })
  const left = overdue.kind === 'done' ? Object.entries(overdue.purged).filter(([, count]) => count > 0) : []
  if (left.length > 0)
    return warn(
      `overdue: ${left.map(([what, count]) => `${count} ${what}`).join(', ')}; the server deletes them once a day, or run "retention run"`,
    )
  const campaign = await readCampaign(db)
  const dates = retentionDates(campaign)
  if (!dates) {
    const found = 'photos and personal data are kept while the campaign is opened by hand'
    return now < campaign.closes_at ? ok(found) : warn(`${found}; run \`auto\` when it is over`)
  }
  const found = `photos are deleted from ${bangkokTime(dates.images)}, personal data from ${bangkokTime(dates.people)}`
  return campaign.announced_at === null && now >= campaign.announce_at
    ? warn(`${found}, although the winners are not announced; \`dates set\` moves the planned announcement`)
    : ok(found)
}
