import type { RuleField, Section } from '#contract/desk/set-up.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { type Campaign, campaignState, readCampaign } from '#server/campaign/clock.ts'
import { legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { choicesOf, currentQuestion, englishChoicesOf, type QuestionRow } from '#server/campaign/questions.ts'
import { type AdvertisedPrize, advertisedDifferences } from '#server/draw/advertised.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import { hasOpened, termsOf } from '#server/set-up/rewards.ts'
import { type RuleChange, rulesIn } from '#server/set-up/rules.ts'
import { stockOf } from '#server/set-up/stock.ts'
import { textState } from '#server/set-up/terms.ts'
import type { Db } from '#server/store/tables.ts'

type SetUp = DeskAnswer<'setUp'>

export const ruleColumns = {
  opensAt: 'opens_at',
  closesAt: 'closes_at',
  drawAt: 'draw_at',
  announceAt: 'announce_at',
  confirmBy: 'confirm_by',
  bahtPerRight: 'baht_per_right',
  minAmountSatang: 'min_amount_satang',
  maxReceiptsPerDay: 'max_receipts_per_day',
  minAge: 'min_age',
  reviewDays: 'review_days',
  secondLookPercent: 'second_look_percent',
  secondLookBaht: 'second_look_baht',
  permitNo: 'permit_no',
} as const satisfies Record<RuleField, keyof RuleChange>

export async function readSetUp(db: Db, advertised: readonly AdvertisedPrize[], now: number): Promise<SetUp> {
  const campaign = await readCampaign(db)
  const prizes = await prizesIn(db, campaign, advertised)
  return {
    seen: await versionsOf(db, campaign),
    state: campaignState(campaign, now),
    mode: campaign.mode,
    rules: rulesIn(campaign),
    rewards: await rewardsIn(db, now),
    questions: await questionsIn(db, now),
    prizes,
    terms: legalDocuments.map(document => ({
      document,
      version: versionOf(campaign, document),
      text: textState(campaign, document),
    })),
  }
}

/** Equal contents have equal versions. */
export async function versionOfPart(db: Db, campaign: Campaign, section: Section): Promise<string> {
  const read: Readonly<Record<Section, () => unknown>> = {
    rules: () => rulesIn(campaign),
    // Leave out `used`, which changes when customers use rewards. The time 0 makes `hasOpened` independent of the
    // clock.
    rewards: async () => (await rewardsIn(db, 0)).map(({ used: _, ...reward }) => reward),
    questions: () => db.selectFrom('question').selectAll().orderBy('id').execute(),
    terms: () => [
      campaign.terms_version,
      campaign.privacy_version,
      campaign.terms_sha256,
      campaign.privacy_sha256,
    ],
    stores: () => db.selectFrom('store').selectAll().orderBy('id').execute(),
    prizes: () =>
      db
        .selectFrom('draw')
        .select(['state', 'prizes'])
        .where('id', '=', campaign.draw_id ?? '')
        .execute(),
  }
  return sha256Hex(canonicalJson(await read[section]()))
}

async function versionsOf(db: Db, campaign: Campaign): Promise<SetUp['seen']> {
  const version = (section: Section) => versionOfPart(db, campaign, section)
  return {
    rules: await version('rules'),
    rewards: await version('rewards'),
    questions: await version('questions'),
    terms: await version('terms'),
    stores: await version('stores'),
    prizes: await version('prizes'),
  }
}

async function rewardsIn(db: Db, now: number): Promise<SetUp['rewards']> {
  const kinds = await db.selectFrom('reward_kind').selectAll().orderBy('position').execute()
  const stocks = new Map((await stockOf(db)).map(stock => [stock.type, stock]))
  return kinds.map(kind => {
    const { used, remaining } = stocks.get(kind.reward_type) ?? { used: 0, remaining: null }
    const terms = termsOf(kind)
    return {
      type: kind.reward_type,
      title: { th: terms.titleTh, en: terms.titleEn },
      text: { th: terms.textTh, en: terms.textEn },
      conditions: { th: [...terms.conditionsTh], en: [...terms.conditionsEn] },
      unlockedBy: kind.unlocked_by,
      needsStaff: kind.needs_staff === 1,
      opensAt: kind.opens_at,
      closesAt: kind.closes_at,
      hasOpened: hasOpened(terms, now),
      total: remaining === null ? null : used + remaining,
      used,
    }
  })
}

async function questionsIn(db: Db, now: number): Promise<SetUp['questions']> {
  const rows = await db
    .selectFrom('question')
    .selectAll()
    .select(eb =>
      eb
        .selectFrom('answer')
        .select(answer => answer.fn.countAll<number>().as('count'))
        .whereRef('answer.question_id', '=', 'question.id')
        .as('answers'),
    )
    .orderBy('opens_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const shown = await currentQuestion(db, now)
  return rows.map(row => ({
    id: row.id,
    text: { th: row.text_th, en: row.text_en },
    choices: choicesIn(row),
    maxLength: row.max_len,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    state: row.opens_at > now ? 'later' : row.closes_at !== null && row.closes_at <= now ? 'closed' : 'open',
    isShown: row.id === shown?.id,
    answers: Number(row.answers ?? 0),
  }))
}

function choicesIn(row: QuestionRow): { th: string; en: string | null }[] | null {
  const english = englishChoicesOf(row)
  return choicesOf(row)?.map((th, index) => ({ th, en: english?.[index] ?? null })) ?? null
}

async function prizesIn(
  db: Db,
  campaign: Campaign,
  advertised: readonly AdvertisedPrize[],
): Promise<SetUp['prizes']> {
  const draw = await db
    .selectFrom('draw')
    .selectAll()
    .where('id', '=', campaign.draw_id ?? '')
    .executeTakeFirst()
  const prizes = draw ? prizesOf(draw.prizes) : []
  return {
    state: draw?.state ?? null,
    committedAt: draw?.committed_at ?? null,
    sealedAt: draw?.sealed_at ?? null,
    drawn: prizes
      .filter(prize => !prize.reserve)
      .map(({ titleTh, titleEn, count }) => ({ title: { th: titleTh, en: titleEn ?? null }, count })),
    reserves: placesOf(prizes).reserves,
    advertised: advertised.map(({ titleTh, titleEn, count }) => ({
      title: { th: titleTh, en: titleEn ?? null },
      count,
    })),
    isSame: advertisedDifferences(prizes, advertised).length === 0,
  }
}
