import { chatHours } from '#campaign/chat-texts.ts'
import { definition } from '#campaign/definition.ts'
import { shortHash } from '#contract/list-hash.ts'
import { momentOf } from '#contract/time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { hasRelativeDates } from '#server/data/definition.ts'
import { placeholdersLeft } from '#server/data/placeholders.ts'
import { advertisedDifferences } from '#server/draw/advertised.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { type Finding, fail, ok, warn } from './checks.ts'
import type { Context } from './verb.ts'

/**
 * Checks that the draw's prizes match the prizes advertised in the app. After the commitment, a difference is a
 * failure.
 */
export async function prizeCheck({ db, advertised }: Pick<Context, 'db' | 'advertised'>): Promise<Finding> {
  const { draw_id } = await readCampaign(db)
  const draw = await db
    .selectFrom('draw')
    .selectAll()
    .where('id', '=', draw_id ?? '')
    .executeTakeFirst()
  if (!draw) return warn('this campaign has no draw')
  const differences = advertisedDifferences(prizesOf(draw.prizes), advertised)
  if (differences.length === 0) return ok('the draw has the prizes that the app advertises')
  const found = `the draw differs from campaign/prizes.ts: ${differences.join('; ')}`
  return draw.state === 'open' ? warn(found) : fail(found)
}

/**
 * Reports the hash of the sealed list and where to compare it, because the database alone cannot prove that the list is
 * unchanged.
 */
export async function sealCheck({ db }: Pick<Context, 'db'>): Promise<Finding> {
  const { draw_id } = await readCampaign(db)
  const draw = await db
    .selectFrom('draw')
    .select(['entries_hash', 'time_stamped_at', 'time_stamp_error'])
    .where('id', '=', draw_id ?? '')
    .executeTakeFirst()
  if (!draw || draw.entries_hash === null) return ok('not sealed yet')
  const found = `its code is ${shortHash(draw.entries_hash)}; not checked here: compare it with the published one, or with a phone`
  const isStampMissing = draw.time_stamped_at === null && draw.time_stamp_error !== null
  return isStampMissing ? warn(`${found}; no time stamp: ${draw.time_stamp_error}`) : ok(found)
}

export function placeholderCheck(permitNo: string | null): Finding {
  const permit = permitNo === null ? ['the permit number (see "dates set --permit-no")'] : []
  const left = [...placeholdersLeft().map(name => `${name} in campaign/organiser.ts`), ...permit]
  return left.length === 0
    ? ok('all replaced in the terms and the privacy notice')
    : warn(`left in the terms and the privacy notice: ${left.join(', ')}`)
}

/** If customers can write to the campaign in the chat, checks that the chat texts state the staff's hours. */
export async function chatCheck(
  { db }: Pick<Context, 'db'>,
  hours: Readonly<Record<string, string>> = chatHours,
): Promise<Finding> {
  const left = placeholdersLeft(hours)
  if (left.length === 0) return ok('states the hours in which people answer')
  return (await readChannel(db))
    ? warn(
        `the hours in which people answer are still placeholders: replace ${left.join(' and ')} of chatHours in campaign/chat-texts.ts`,
      )
    : ok('off, because LINE messages are off')
}

/**
 * Checks that `/terms.html`, which is built from `campaign/definition.ts`, states the running campaign's dates and
 * rules. The terms in the app are always up to date.
 */
export function termsPageCheck(
  campaign: Campaign,
  given: Pick<typeof definition, 'dates' | 'rules'> = definition,
): Finding {
  const { dates, rules } = given
  const shown = {
    ...(hasRelativeDates(given)
      ? {}
      : {
          opens: [momentOf(dates.opens), campaign.opens_at],
          closes: [momentOf(dates.closes), campaign.closes_at],
          draw: [momentOf(dates.draw), campaign.draw_at],
          announce: [momentOf(dates.announce), campaign.announce_at],
          confirmBy: [momentOf(dates.confirmBy), campaign.confirm_by],
        }),
    bahtPerRight: [rules.bahtPerRight, campaign.baht_per_right],
    minAmountBaht: [Math.round(rules.minAmountBaht * SATANG), campaign.min_amount_satang],
    maxReceiptsPerDay: [rules.maxReceiptsPerDay, campaign.max_receipts_per_day],
    minAge: [rules.minAge, campaign.min_age],
    permitNo: [rules.permitNo, campaign.permit_no],
  }
  const differing = Object.entries(shown).flatMap(([name, [page, server]]) => (page === server ? [] : [name]))
  return differing.length === 0
    ? ok('states the rules of the running campaign')
    : warn(
        `/terms.html differs from the running campaign: correct ${differing.join(', ')} in campaign/definition.ts, then build and deploy the app`,
      )
}
