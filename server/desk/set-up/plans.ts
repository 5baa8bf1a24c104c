import type { SetUpChange } from '#contract/desk/set-up.ts'
import { documentHash, legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { currentDraw, lockCurrentDraw } from '#server/draw/current.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { advertisedPrizes, samePrizes, setPrizes } from '#server/draw/set-prizes.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import { countAsked, countRegistered, plannedVersions } from '#server/set-up/terms.ts'
import { type Around, effect, type Of, type Plan } from './plan.ts'
import { planQuestion, planTimes } from './questions-plan.ts'
import { planReward, planStock } from './rewards-plan.ts'
import { planRules } from './rules-plan.ts'
import { planStores } from './stores-plan.ts'

/** Throws SetUpRefusal or DrawRefusal if the change is not allowed. */
export function planOf(around: Around, change: SetUpChange): Promise<Plan> {
  switch (change.kind) {
    case 'rules':
      return planRules(around, change)
    case 'stock':
      return planStock(around, change)
    case 'reward':
      return planReward(around, change)
    case 'question':
      return planQuestion(around, change)
    case 'question-times':
      return planTimes(around, change)
    case 'terms':
      return planTerms(around, change)
    case 'stores':
      return planStores(around, change)
    case 'prizes':
      return planPrizes(around, change)
  }
}

async function planTerms({ db, campaign }: Around, { terms, privacy }: Of<'terms'>): Promise<Plan> {
  const change = plannedVersions(campaign, { terms, privacy })
  const after = { ...campaign, ...change }
  const changed = legalDocuments.filter(document => change[`${document}_version`] !== undefined)
  const asked = await countAsked(db, after)
  return {
    differences: changed.map(document => ({
      field: document,
      from: versionOf(campaign, document),
      to: versionOf(after, document),
    })),
    effects: [
      asked > 0 ? effect('asked-again', { count: asked, isWarning: true }) : effect('asked-none'),
      ...changed
        .filter(document => campaign[`${document}_sha256`] === documentHash(document))
        .map(document => effect('text-same', { text: document, isWarning: true })),
    ],
    async apply() {
      await db.updateTable('campaign').set(change).where('id', '=', campaign.id).execute()
      const versions = (of: typeof campaign) => ({ terms: of.terms_version, privacy: of.privacy_version })
      return { from: versions(campaign), to: versions(after), asked }
    },
  }
}

async function planPrizes({ db, advertised }: Around, { reserves }: Of<'prizes'>): Promise<Plan> {
  const { draw } = await currentDraw(db)
  if (draw.sealed_at !== null)
    throw new SetUpRefusal('PRIZES_SEALED', 'The list is sealed', { time: draw.sealed_at })
  if (draw.state !== 'open')
    throw new SetUpRefusal('PRIZES_PROMISED', 'The prizes are published', { time: draw.committed_at ?? 0 })
  const prizes = planned()
  if (samePrizes(draw.prizes, prizes)) throw new SetUpRefusal('NOTHING', 'Nothing to set')
  const before = prizesOf(draw.prizes)
  const winners = (of: typeof prizes) =>
    of
      .filter(prize => !prize.reserve)
      .map(prize => `${prize.count} × ${prize.titleTh}`)
      .join('\n')
  return {
    differences: [
      { field: 'prizes', from: winners(before), to: winners(prizes) },
      { field: 'reserves', from: placesOf(before).reserves, to: placesOf(prizes).reserves },
    ].filter(({ from, to }) => from !== to),
    effects: [effect('prizes-public', { count: await countRegistered(db) })],
    async apply() {
      await setPrizes(db, (await lockCurrentDraw(db)).draw, prizes)
      return { from: before, to: prizes }
    },
  }

  function planned() {
    try {
      return advertisedPrizes(advertised, reserves)
    } catch (error) {
      if (error instanceof DrawRefusal) throw new SetUpRefusal('PRIZES_DIFFER', error.message)
      throw error
    }
  }
}
