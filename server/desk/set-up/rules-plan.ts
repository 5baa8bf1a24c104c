import { type RuleField, ruleFields, type SetUpChange } from '#contract/desk/set-up.ts'
import { bangkokDay, rightsOf } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'
import { type Campaign, campaignState } from '#server/campaign/clock.ts'
import { rightsRule, SATANG } from '#server/campaign/rights.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import { changedRules, changeRules, plannedRules, type RuleChange, rulesIn } from '#server/set-up/rules.ts'
import { countRegistered } from '#server/set-up/terms.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { type Around, counted, effect, type Plan } from './plan.ts'
import { ruleColumns } from './state.ts'

type Change = Extract<SetUpChange, { kind: 'rules' }>
type Both = { readonly before: Campaign; readonly after: Campaign }

/** Ignores unchanged values. */
export async function planRules({ db, campaign, now }: Around, { set }: Change): Promise<Plan> {
  const current = rulesIn(campaign)
  const fields = ruleFields.filter(field => set[field] !== undefined && set[field] !== current[field])
  if (fields.length === 0) throw new SetUpRefusal('NOTHING', 'Nothing to set')
  const change = Object.fromEntries(fields.map(field => [ruleColumns[field], set[field]])) as RuleChange
  const both = { before: campaign, after: await plannedRules(db, campaign, change, now) }
  return {
    differences: fields.map(field => ({ field, from: current[field], to: set[field] ?? null })),
    effects: await effectsOf(db, both, new Set(fields), now),
    apply: async () => changedRules(campaign, await changeRules(db, campaign, change, now), change),
  }
}

const dates: readonly RuleField[] = ['opensAt', 'closesAt', 'drawAt', 'announceAt', 'confirmBy']
const inTerms: readonly RuleField[] = [
  ...dates,
  'bahtPerRight',
  'minAmountSatang',
  'maxReceiptsPerDay',
  'minAge',
  'permitNo',
]

async function effectsOf(
  db: Db,
  { before, after }: Both,
  fields: ReadonlySet<RuleField>,
  now: number,
): Promise<Plan['effects']> {
  const has = (...some: readonly RuleField[]) => some.some(field => fields.has(field))
  const registered = await countRegistered(db)
  return [
    ...stateEffects({ before, after }, has('opensAt', 'closesAt'), now),
    ...(has(...dates) ? counted('dates-seen', registered) : []),
    ...(has(...inTerms) ? [effect('terms-show')] : []),
    ...(has('opensAt', 'closesAt')
      ? counted('receipts-outside', await receiptsOutside(db, after), { isWarning: true })
      : []),
    ...(has('opensAt', 'closesAt')
      ? counted('rewards-stay', await rewardsWithOldDates(db, { before, after }), { isWarning: true })
      : []),
    ...(has('bahtPerRight', 'minAmountSatang') ? await entryEffects(db, { before, after }) : []),
    ...(has('minAge') && after.min_age > before.min_age
      ? counted('customers-too-young', await customersBelow(db, after.min_age, now), { isWarning: true })
      : []),
    ...(has('reviewDays') && after.review_days !== null
      ? counted('receipts-late', await receiptsOlderThan(db, now - after.review_days * DAY_MS), {
          isWarning: true,
        })
      : []),
    ...(has('confirmBy') ? await winnerEffects(db, after, now) : []),
  ]
}

function stateEffects({ before, after }: Both, moved: boolean, now: number): Plan['effects'] {
  if (!moved) return []
  if (after.mode !== 'auto') return [effect('by-hand', { isWarning: true })]
  const state = campaignState(after, now)
  if (state === campaignState(before, now)) return []
  const kinds = { pending: 'not-yet-open', open: 'opens-now', ended: 'ends-now' } as const
  return [effect(kinds[state], { isWarning: true })]
}

const pending = (db: Db) => db.selectFrom('receipt').where('receipt.status', '=', 'pending')

const receiptsOutside = (db: Db, after: Campaign): Promise<number> =>
  countOf(
    pending(db).where(eb =>
      eb.or([eb('purchased_at', '<', after.opens_at), eb('purchased_at', '>=', after.closes_at)]),
    ),
  )

const receiptsOlderThan = (db: Db, at: number): Promise<number> =>
  countOf(pending(db).where('created_at', '<', at))

/** Counts the rewards whose own opening or closing time still equals the campaign's old one. */
const rewardsWithOldDates = (db: Db, { before, after }: Both): Promise<number> =>
  countOf(
    db
      .selectFrom('reward_kind')
      .where(eb =>
        eb.or([
          ...(before.opens_at === after.opens_at ? [] : [eb('opens_at', '=', before.opens_at)]),
          ...(before.closes_at === after.closes_at ? [] : [eb('closes_at', '=', before.closes_at)]),
        ]),
      ),
  )

/** Birth dates are in the form `YYYY-MM-DD`, so they sort chronologically. */
function customersBelow(db: Db, age: number, now: number): Promise<number> {
  const today = bangkokDay(now)
  const limit = `${String(Number(today.slice(0, 4)) - age).padStart(4, '0')}${today.slice(4)}`
  return countOf(db.selectFrom('customer').where('status', '=', 'registered').where('birth_date', '>', limit))
}

/** Compares the entries that the pending receipts would earn under the old and the new rules. */
async function entryEffects(db: Db, { before, after }: Both): Promise<Plan['effects']> {
  const amounts = await pending(db)
    .select(['amount_satang', eb => eb.fn.countAll<number>().as('count')])
    .groupBy('amount_satang')
    .execute()
  const gives = (campaign: Campaign, satang: number) => rightsOf(satang / SATANG, rightsRule(campaign))
  const count = (matches: (satang: number) => boolean) =>
    amounts.filter(row => matches(row.amount_satang)).reduce((sum, row) => sum + Number(row.count), 0)
  const below = (satang: number) => satang < after.min_amount_satang && gives(before, satang) > 0
  const other = (satang: number) => gives(before, satang) !== gives(after, satang)
  return [
    ...counted('receipts-below-minimum', count(below), { isWarning: true }),
    ...counted(
      'receipts-other-entries',
      count(satang => other(satang) && !below(satang)),
    ),
    effect('entries-stay'),
  ]
}

async function winnerEffects(db: Db, after: Campaign, now: number): Promise<Plan['effects']> {
  if (after.announced_at === null || after.announced_at > now) return []
  // Promoted reserves have their own deadline.
  const waiting = db
    .selectFrom('reward')
    .innerJoin('customer', 'customer.id', 'reward.customer_id')
    .where('reward.draw_state', '=', 'won')
    .where('reward.confirm_by', 'is', null)
    .where('customer.status', '=', 'registered')
  return counted('winners-deadline', await countOf(waiting))
}
