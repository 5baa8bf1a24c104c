import * as v from 'valibot'
import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { bangkokDay } from '#contract/rules.ts'
import { dateTime, line } from '#contract/schema/common.ts'
import { rewardType } from '#contract/schema/reward.ts'
import { DAY_MS, momentOf } from '#contract/time.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { bounds } from './bounds.ts'
import { InputError } from './input-error.ts'

/**
 * A date relative to the day on which the campaign is created: a number of days and a time of day in Bangkok,
 * such as `+31d 14:00`.
 */
const RELATIVE = /^([+-]\d{1,4})d(?: ([01]\d|2[0-3]):([0-5]\d))?$/

const time = v.pipe(
  v.string(),
  v.check(
    text => RELATIVE.test(text) || v.is(dateTime, text),
    'must be a time such as 2026-12-01T00:00:00+07:00, or days such as "+31d 14:00"',
  ),
)
const whole = ({ min, max }: { min: number; max: number }) =>
  v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(min), v.maxValue(max))
const title = line(1, bounds.titleLength)

const definitionSchema = v.strictObject({
  dates: v.strictObject({ opens: time, closes: time, draw: time, announce: time, confirmBy: time }),
  rules: v.strictObject({
    bahtPerRight: whole(bounds.bahtPerRight),
    minAmountBaht: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)),
    maxReceiptsPerDay: whole(bounds.maxReceiptsPerDay),
    minAge: whole(bounds.minAge),
    termsVersion: line(1, 40),
    privacyVersion: line(1, 40),
    permitNo: v.nullable(line(1, bounds.permitNoLength)),
    allowExternalBrowser: v.boolean(),
  }),
  prizes: v.pipe(
    v.array(v.strictObject({ title, count: whole(bounds.prizeCount), reserve: v.optional(v.boolean()) })),
    v.minLength(1, 'must contain at least one prize'),
  ),
  questions: v.array(
    v.strictObject({
      text: line(1, bounds.questionLength),
      choices: v.optional(
        v.pipe(
          v.array(line(1, bounds.choiceLength)),
          v.minLength(bounds.choices.min),
          v.maxLength(bounds.choices.max),
        ),
      ),
      maxLength: v.optional(whole({ min: 1, max: ANSWER_MAX_LENGTH }), ANSWER_MAX_LENGTH),
      opens: time,
      closes: v.optional(time),
    }),
  ),
  rewards: v.array(
    v.strictObject({
      type: rewardType,
      title,
      unlockedBy: v.picklist(['registered', 'answer', 'receipt', 'winner']),
      needsStaff: v.optional(v.boolean(), false),
      stock: v.optional(whole(bounds.stock)),
      opens: v.optional(time),
      closes: v.optional(time),
    }),
  ),
})
type Definition = v.InferOutput<typeof definitionSchema>

/** Returns a fixed id, so that several processes that start on an empty database create the same campaign. */
const fixedId = (index: number): string => `01920000-0000-7000-8000-${String(index).padStart(12, '0')}`
const CAMPAIGN_ID = fixedId(1)
const DRAW_ID = fixedId(2)
const FIRST_QUESTION = 3

/**
 * Converts a campaign definition to database rows. `now` is the time of creation in milliseconds. Throws an
 * InputError that says for each invalid field what the field must be.
 */
export function campaignRows(given: unknown, now: number) {
  const definition = parseDefinition(given)
  const at = (text: string): number => timeOf(text, now)
  const dates = datesOf(definition, at)
  const { rules } = definition
  return {
    campaign: {
      id: CAMPAIGN_ID,
      mode: 'auto' as const,
      ...dates,
      announced_at: null,
      terms_version: rules.termsVersion,
      privacy_version: rules.privacyVersion,
      baht_per_right: rules.bahtPerRight,
      min_amount_satang: Math.round(rules.minAmountBaht * SATANG),
      max_receipts_per_day: rules.maxReceiptsPerDay,
      min_age: rules.minAge,
      permit_no: rules.permitNo,
      allow_external_browser: rules.allowExternalBrowser ? 1 : 0,
      staff_pin_hash: null,
      draw_id: DRAW_ID,
      master_version: '',
      retention_seen_at: now,
    },
    draw: {
      id: DRAW_ID,
      state: 'open' as const,
      prizes: JSON.stringify(
        definition.prizes.map(({ title: titleTh, count, reserve }) => ({
          titleTh,
          count,
          ...(reserve ? { reserve } : {}),
        })),
      ),
      commitment: null,
      committed_at: null,
      beacon_source: null,
      beacon_at: null,
      beacon: null,
      secret: null,
      sealed_at: null,
      entries_hash: null,
      entries_count: null,
      run_at: null,
      method: null,
    },
    questions: definition.questions.map((question, index) => ({
      id: fixedId(FIRST_QUESTION + index),
      text_th: question.text,
      kind: question.choices ? ('choice' as const) : ('text' as const),
      choices: question.choices ? JSON.stringify(question.choices) : null,
      max_len: question.maxLength,
      opens_at: at(question.opens),
      closes_at: question.closes === undefined ? null : at(question.closes),
    })),
    rewardKinds: definition.rewards.map((reward, index) => ({
      reward_type: reward.type,
      position: index + 1,
      title_th: reward.title,
      opens_at: reward.opens === undefined ? dates.opens_at : at(reward.opens),
      closes_at: reward.closes === undefined ? dates.closes_at : at(reward.closes),
      needs_staff: reward.needsStaff ? 1 : 0,
      unlocked_by: reward.unlockedBy,
    })),
    stock: definition.rewards.flatMap(({ type, stock }) =>
      stock === undefined ? [] : [{ reward_type: type, remaining: stock }],
    ),
  }
}

function parseDefinition(given: unknown): Definition {
  const result = v.safeParse(definitionSchema, given)
  const problems = result.success
    ? duplicateRewards(result.output)
    : result.issues.map(issue => `${v.getDotPath(issue) ?? 'definition'}: ${issue.message}`)
  if (problems.length > 0) throw new InputError(problems.map(problem => `definition: ${problem}`).join('\n'))
  return result.output as Definition
}

function duplicateRewards({ rewards }: Definition): string[] {
  const types = rewards.map(reward => reward.type)
  return types
    .filter((type, index) => types.indexOf(type) !== index)
    .map(type => `rewards: "${type}" is defined twice`)
}

function datesOf({ dates }: Definition, at: (text: string) => number) {
  const names = ['opens', 'closes', 'draw', 'announce', 'confirmBy'] as const
  for (const [index, name] of names.entries()) {
    const before = names[index - 1]
    if (before !== undefined && at(dates[name]) < at(dates[before]))
      throw new InputError(`definition: dates.${name}: must not be before dates.${before}`)
  }
  return {
    opens_at: at(dates.opens),
    closes_at: at(dates.closes),
    draw_at: at(dates.draw),
    announce_at: at(dates.announce),
    confirm_by: at(dates.confirmBy),
  }
}

/** True if any date is relative to the day of creation. Such dates are for trials, not for a real campaign. */
export function hasRelativeDates(given: { readonly dates: Readonly<Record<string, string>> }): boolean {
  return Object.values(given.dates).some(text => RELATIVE.test(text))
}

function timeOf(text: string, now: number): number {
  const relative = RELATIVE.exec(text)
  if (!relative) return momentOf(text)
  const [, days = '0', hours = '00', minutes = '00'] = relative
  return momentOf(`${bangkokDay(now)}T${hours}:${minutes}:00+07:00`) + Number(days) * DAY_MS
}
