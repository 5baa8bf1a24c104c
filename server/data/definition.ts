import * as v from 'valibot'
import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS, isTooFar, momentOf } from '#contract/time.ts'
import { documentHash } from '#server/campaign/legal.ts'
import { drawnPrizes } from '#server/campaign/prizes.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { type Definition, definitionSchema, RELATIVE } from './definition-schema.ts'
import { handoverProblems, handoverRow } from './handover.ts'
import { InputError } from './input-error.ts'

/** Fixed ids, so that several processes starting on an empty database create the same campaign. */
const fixedId = (index: number): string => `01920000-0000-7000-8000-${String(index).padStart(12, '0')}`
const CAMPAIGN_ID = fixedId(1)
const DRAW_ID = fixedId(2)
const FIRST_QUESTION = 3

/**
 * Converts a campaign definition to database rows. `now` is in milliseconds. Throws an InputError that states the
 * requirement for each invalid field.
 */
export function campaignRows(given: unknown, now: number) {
  const at = (text: string): number => timeOf(text, now)
  const definition = parseDefinition(given, at, now)
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
      terms_sha256: documentHash('terms'),
      privacy_sha256: documentHash('privacy'),
      baht_per_right: rules.bahtPerRight,
      min_amount_satang: Math.round(rules.minAmountBaht * SATANG),
      max_receipts_per_day: rules.maxReceiptsPerDay,
      review_days: rules.reviewDays,
      min_age: rules.minAge,
      permit_no: rules.permitNo,
      allow_external_browser: rules.allowExternalBrowser ? 1 : 0,
      staff_pin_hash: null,
      draw_id: DRAW_ID,
      ticket_prefix: definition.ticketPrefix,
      master_version: '',
      retention_seen_at: now,
    },
    draw: {
      id: DRAW_ID,
      state: 'open' as const,
      prizes: JSON.stringify(drawnPrizes(definition.prizes, definition.reserves)),
      handover: handoverRow(definition.prizes, at),
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
      audit_seq: null,
      audit_hash: null,
      method: null,
    },
    questions: definition.questions.map((question, index) => ({
      id: fixedId(FIRST_QUESTION + index),
      text_th: question.textTh,
      text_en: question.textEn,
      kind: question.choices ? ('choice' as const) : ('text' as const),
      choices: question.choices ? JSON.stringify(question.choices.map(({ th }) => th)) : null,
      choices_en: question.choices ? JSON.stringify(question.choices.map(({ en }) => en)) : null,
      max_len: question.maxLength,
      opens_at: at(question.opens),
      closes_at: question.closes === undefined ? null : at(question.closes),
    })),
    rewardKinds: definition.rewards.map((reward, index) => ({
      reward_type: reward.type,
      position: index + 1,
      title_th: reward.titleTh,
      title_en: reward.titleEn,
      text_th: reward.textTh,
      text_en: reward.textEn,
      picture: reward.picture,
      value_baht: reward.valueBaht,
      conditions_th: JSON.stringify(reward.conditionsTh),
      conditions_en: JSON.stringify(reward.conditionsEn),
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

function parseDefinition(given: unknown, at: (text: string) => number, now: number): Definition {
  const result = v.safeParse(definitionSchema, given)
  const problems = result.success
    ? [
        ...duplicates(
          'rewards',
          result.output.rewards.map(reward => reward.type),
        ),
        ...duplicates(
          'prizes',
          result.output.prizes.map(prize => prize.key),
        ),
        ...result.output.questions.flatMap(({ choices = [] }, index) => [
          ...duplicates(
            `questions.${index}.choices`,
            choices.map(({ th }) => th),
          ),
          ...duplicates(
            `questions.${index}.choices`,
            choices.map(({ en }) => en),
          ),
        ]),
        ...farTimes(result.output, at, now),
        ...conditionProblems(result.output),
        ...handoverProblems(result.output.prizes, at, { announceAt: at(result.output.dates.announce), now }),
      ]
    : result.issues.map(issue => `${v.getDotPath(issue) ?? 'definition'}: ${issue.message}`)
  if (problems.length > 0) throw new InputError(problems.map(problem => `definition: ${problem}`).join('\n'))
  return result.output as Definition
}

const duplicates = (path: string, names: readonly string[]): string[] =>
  names
    .filter((name, index) => names.indexOf(name) !== index)
    .map(name => `${path}: "${name}" is defined twice`)

function farTimes(
  { dates, questions, rewards }: Definition,
  at: (text: string) => number,
  now: number,
): string[] {
  const times = [
    ...Object.entries(dates).map(([name, time]) => [`dates.${name}`, time] as const),
    ...Object.entries({ questions, rewards }).flatMap(([list, items]) =>
      items.flatMap(({ opens, closes }, index) => [
        [`${list}.${index}.opens`, opens] as const,
        [`${list}.${index}.closes`, closes] as const,
      ]),
    ),
  ]
  return times
    .filter(([, time]) => time !== undefined && isTooFar(at(time), now))
    .map(([path]) => `${path}: must be within five years`)
}

/** The terms show both languages side by side, so both must have the same number of conditions. */
function conditionProblems({ prizes, rewards }: Definition): string[] {
  const lists = [
    ...prizes.map((prize, index) => [`prizes.${index}`, prize] as const),
    ...rewards.map((reward, index) => [`rewards.${index}`, reward] as const),
  ]
  return lists
    .filter(([, item]) => item.conditionsTh.length !== item.conditionsEn.length)
    .map(([path]) => `${path}.conditionsEn: must have as many conditions as conditionsTh`)
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

export function hasRelativeDates(given: { readonly dates: Readonly<Record<string, string>> }): boolean {
  return Object.values(given.dates).some(text => RELATIVE.test(text))
}

function timeOf(text: string, now: number): number {
  const relative = RELATIVE.exec(text)
  if (!relative) return momentOf(text)
  const [, days = '0', hours = '00', minutes = '00'] = relative
  return momentOf(`${bangkokDay(now)}T${hours}:${minutes}:00+07:00`) + Number(days) * DAY_MS
}
