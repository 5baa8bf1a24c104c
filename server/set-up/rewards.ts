import { DAY_MS } from '#contract/time.ts'
import type { RewardKind } from '#server/campaign/reward.ts'
import type { Db } from '#server/store/tables.ts'
import { countHolders } from './holders.ts'
import { requireNear, SetUpRefusal } from './refusal.ts'

/** Each text must be a single line of an allowed length. Times are in milliseconds since 1970. */
export type RewardChange = {
  readonly titleTh?: string | undefined
  readonly titleEn?: string | null | undefined
  readonly textTh?: string | null | undefined
  readonly textEn?: string | null | undefined
  readonly conditionsTh?: readonly string[] | undefined
  readonly conditionsEn?: readonly string[] | undefined
  readonly opensAt?: number | null | undefined
  readonly closesAt?: number | null | undefined
}

/** `holders` is the number of customers who have unlocked the reward but not used it. */
export type PlannedReward = {
  readonly before: RewardTerms
  readonly after: RewardTerms
  readonly kind: RewardKind
  /** Null if the reward depends on an unannounced draw. */
  readonly holders: number | null
}
export type RewardTerms = ReturnType<typeof termsOf>

/** If a reward's time is shortened, its holders must still have this long to use it. */
const REWARD_NOTICE_MS = 2 * DAY_MS

export const termsOf = (kind: RewardKind) => ({
  titleTh: kind.title_th,
  titleEn: kind.title_en,
  textTh: kind.text_th,
  textEn: kind.text_en,
  conditionsTh: listIn(kind.conditions_th),
  conditionsEn: listIn(kind.conditions_en),
  opensAt: kind.opens_at,
  closesAt: kind.closes_at,
})

export const hasOpened = ({ opensAt }: Pick<RewardTerms, 'opensAt'>, now: number): boolean =>
  opensAt === null || opensAt <= now

const listIn = (stored: string | null): readonly string[] =>
  stored === null ? [] : (JSON.parse(stored) as string[])

/**
 * Returns a changed reward without storing it. Throws SetUpRefusal if nothing would change, if the
 * languages have different numbers of conditions, or if the times would break a promise to
 * customers: a start that has passed, or an end that is too soon.
 */
export async function plannedReward(
  db: Db,
  type: string,
  change: RewardChange,
  now: number,
): Promise<PlannedReward> {
  const kind = await kindOf(db, type)
  const before = termsOf(kind)
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const after = { ...before, ...Object.fromEntries(given) } as RewardTerms
  if (changedFields(before, after).length === 0) throw new SetUpRefusal('NOTHING', 'Nothing to set')
  const english = after.conditionsEn.length
  if (english > 0 && english !== after.conditionsTh.length)
    throw new SetUpRefusal(
      'REWARD_CONDITIONS',
      '--condition-en: give one for each --condition, in the same order',
    )
  const holders = await countHolders(db, kind, now)
  requireTimes(before, after, { holders, now })
  return { kind, before, after, holders }
}

/** The caller must have locked the campaign. Throws the same errors as `plannedReward`. */
export async function changeReward(
  db: Db,
  type: string,
  change: RewardChange,
  now: number,
): Promise<PlannedReward> {
  const planned = await plannedReward(db, type, change, now)
  const { after } = planned
  await db
    .updateTable('reward_kind')
    .set({
      title_th: after.titleTh,
      title_en: after.titleEn,
      text_th: after.textTh,
      text_en: after.textEn,
      conditions_th: JSON.stringify(after.conditionsTh),
      conditions_en: JSON.stringify(after.conditionsEn),
      opens_at: after.opensAt,
      closes_at: after.closesAt,
    })
    .where('reward_type', '=', type)
    .execute()
  return planned
}

export const changedFields = (before: RewardTerms, after: RewardTerms): (keyof RewardTerms)[] =>
  (Object.keys(before) as (keyof RewardTerms)[]).filter(
    name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

export const changedTerms = ({ before, after }: Pick<PlannedReward, 'before' | 'after'>) =>
  Object.fromEntries(
    changedFields(before, after).map(name => [name, { from: before[name], to: after[name] }]),
  )

async function kindOf(db: Db, type: string): Promise<RewardKind> {
  const kinds = await db.selectFrom('reward_kind').selectAll().orderBy('position').execute()
  const found = kinds.find(kind => kind.reward_type === type)
  if (found) return found
  const known = kinds.map(kind => kind.reward_type).join(', ')
  throw new SetUpRefusal('REWARD_UNKNOWN', `TYPE: must be one of ${known}, not "${type}"`)
}

type About = { readonly holders: number | null; readonly now: number }

function requireTimes(before: RewardTerms, after: RewardTerms, { holders, now }: About): void {
  requireNear(after.opensAt, { before: before.opensAt, now, option: '--opens', field: 'usableFromAt' })
  requireNear(after.closesAt, { before: before.closesAt, now, option: '--closes', field: 'usableUntilAt' })
  if (before.opensAt !== after.opensAt && hasOpened(before, now))
    throw new SetUpRefusal('REWARD_OPENED', '--opens: customers could already use this reward')
  const end = after.closesAt
  if (end !== null && after.opensAt !== null && end <= after.opensAt)
    throw new SetUpRefusal('REWARD_TIMES', '--closes: must be later than --opens')
  if (end === null) return
  if (before.closesAt !== end && end <= now)
    throw new SetUpRefusal('REWARD_END_PAST', '--closes: must be in the future')
  const isShorter = before.closesAt === null || end < before.closesAt
  const isLater = (after.opensAt ?? 0) > (before.opensAt ?? 0)
  const from = Math.max(now, after.opensAt ?? now)
  if ((isShorter || isLater) && (holders ?? 0) > 0 && end < from + REWARD_NOTICE_MS)
    throw new SetUpRefusal(
      'REWARD_NOTICE',
      `--closes: ${holders} customers hold this reward unused and must still have ${REWARD_NOTICE_MS / DAY_MS} days to use it`,
      { count: holders ?? 0, days: REWARD_NOTICE_MS / DAY_MS },
    )
}
