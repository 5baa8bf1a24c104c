import * as v from 'valibot'
import { integer, line, uuid } from '#contract/schema/common.ts'

const refusalCodes = [
  'NOTHING',
  'ORDER',
  'TOO_FAR',
  'BOUNDS',
  'SEALED',
  'BEACON',
  'ANNOUNCED',
  'CONFIRM_EARLIER',
  'CONFIRM_TOO_EARLY',
  'REWARD_UNKNOWN',
  'STOCK_USED',
  'REWARD_CONDITIONS',
  'REWARD_OPENED',
  'REWARD_TIMES',
  'REWARD_END_PAST',
  'REWARD_NOTICE',
  'QUESTION_UNKNOWN',
  'QUESTION_TIMES',
  'QUESTION_OPENED',
  'QUESTION_CHOICES',
  'VERSION_SAME',
  'TEXT_CHANGED',
  'CSV_QUOTE',
  'CSV_COLUMNS',
  'CSV_EMPTY',
  'CSV_LINES',
  'PRIZES_PROMISED',
  'PRIZES_SEALED',
  'PRIZES_DIFFER',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** How a change affects customers. Each effect has a count, a text, or neither. */
const effectKinds = [
  'dates-seen',
  'opens-now',
  'not-yet-open',
  'ends-now',
  'by-hand',
  'receipts-outside',
  'receipts-below-minimum',
  'receipts-other-entries',
  'entries-stay',
  'receipts-late',
  'customers-too-young',
  'winners-deadline',
  'terms-show',
  'rewards-stay',
  'stock-left',
  'stock-out',
  'stock-eligible',
  'stock-short',
  'reward-seen',
  'reward-held',
  'reward-not-held',
  'reward-promised',
  'reward-users',
  'reward-in-build',
  'reward-opens-now',
  'reward-sooner',
  'reward-later',
  'reward-again',
  'reward-shorter',
  'reward-longer',
  'question-shown',
  'question-replaced',
  'question-later',
  'question-none',
  'question-answers',
  'question-ends-now',
  'asked-again',
  'asked-none',
  'text-same',
  'stores-new',
  'stores-changed',
  'stores-same',
  'stores-removed',
  'stores-load',
  'removed-receipts',
  'prizes-public',
] as const
export type EffectKind = (typeof effectKinds)[number]

export const moment = v.pipe(
  v.number(),
  v.integer('integer'),
  v.minValue(0),
  v.maxValue(8_640_000_000_000_000),
)
/** The command line accepts seven digits of baht. */
const MIN_AMOUNT_MAX_SATANG = 999_999_999
const question = line(1, 300)
const choice = line(1, 100)
const version = line(1, 40)

/** The values that a change can set, named as in the response of `setUp`. */
export const rules = v.strictObject({
  opensAt: moment,
  closesAt: moment,
  drawAt: moment,
  announceAt: moment,
  confirmBy: moment,
  bahtPerRight: integer,
  minAmountSatang: v.pipe(integer, v.maxValue(MIN_AMOUNT_MAX_SATANG)),
  maxReceiptsPerDay: integer,
  minAge: integer,
  reviewDays: v.nullable(integer),
  secondLookPercent: integer,
  secondLookBaht: integer,
  permitNo: v.nullable(line(1, 100)),
})
export const ruleFields = v.keyof(rules).options
export type RuleField = (typeof ruleFields)[number]

const rewardText = line(1, 200)
const rewardConditions = v.pipe(v.array(line(1, 300)), v.maxLength(10))

export const STORES_CSV_MAX = 2_000_000

export const setUpChange = v.variant('kind', [
  v.strictObject({
    kind: v.literal('rules'),
    /** Contains only changed values. Null removes the review promise or the permit number. */
    set: v.partial(rules),
  }),
  v.strictObject({
    kind: v.literal('stock'),
    rewardType: line(1, 40),
    /** Total stock, used and remaining. */
    total: integer,
  }),
  v.strictObject({
    kind: v.literal('reward'),
    rewardType: line(1, 40),
    /** Contains only changed values. If the English text is missing, English users see the Thai one. */
    set: v.strictObject({
      titleTh: v.optional(rewardText),
      titleEn: v.optional(v.nullable(rewardText)),
      textTh: v.optional(v.nullable(rewardText)),
      textEn: v.optional(v.nullable(rewardText)),
      conditionsTh: v.optional(rewardConditions),
      conditionsEn: v.optional(rewardConditions),
      /** Null means from the beginning. */
      opensAt: v.optional(v.nullable(moment)),
      /** Null means no end. */
      closesAt: v.optional(v.nullable(moment)),
    }),
  }),
  v.strictObject({
    kind: v.literal('question'),
    textTh: question,
    textEn: v.nullable(question),
    /** Null for free text. */
    choices: v.nullable(
      v.pipe(v.array(v.strictObject({ th: choice, en: v.nullable(choice) })), v.maxLength(10)),
    ),
    maxLength: integer,
    /** Null opens the question immediately. */
    opensAt: v.nullable(moment),
    closesAt: v.nullable(moment),
  }),
  v.strictObject({
    kind: v.literal('question-times'),
    id: uuid,
    /** Null means now. */
    opensAt: v.optional(v.nullable(moment)),
    closesAt: v.optional(v.nullable(v.union([moment, v.literal('now')]))),
  }),
  v.strictObject({
    kind: v.literal('terms'),
    terms: v.optional(version),
    privacy: v.optional(version),
  }),
  v.strictObject({
    kind: v.literal('stores'),
    fileName: line(1, 200),
    csv: v.pipe(v.string(), v.maxLength(STORES_CSV_MAX)),
    /** Removes stores that are not in the file. */
    only: v.boolean(),
  }),
  v.strictObject({
    kind: v.literal('prizes'),
    /** Number of reserves. The prizes are copied from the app. */
    reserves: integer,
  }),
])
export type SetUpChange = v.InferOutput<typeof setUpChange>
export type SetUpKind = SetUpChange['kind']

/**
 * Each part of the set-up has a version, so that the server can refuse a change if another person has changed the same
 * part.
 */
export const sections = ['rules', 'rewards', 'questions', 'terms', 'stores', 'prizes'] as const
export type Section = (typeof sections)[number]

export const sectionOf: Readonly<Record<SetUpKind, Section>> = {
  rules: 'rules',
  stock: 'rewards',
  reward: 'rewards',
  question: 'questions',
  'question-times': 'questions',
  terms: 'terms',
  stores: 'stores',
  prizes: 'prizes',
}

const value = v.nullable(v.union([v.string(), v.number()]))

const problem = v.strictObject({
  column: v.string(),
  code: v.picklist(['empty', 'long', 'control', 'province', 'active', 'pattern', 'place', 'cells', 'twice']),
  value: v.string(),
})

export const setUpPreview = v.strictObject({
  refusal: v.nullable(
    v.strictObject({
      code: v.picklist(refusalCodes),
      values: v.record(v.string(), v.union([v.string(), v.number()])),
    }),
  ),
  /** `field` is a rule's name, or a name specific to the kind of change. */
  differences: v.array(v.strictObject({ field: v.string(), from: value, to: value })),
  effects: v.array(
    v.strictObject({
      kind: v.picklist(effectKinds),
      count: v.nullable(v.number()),
      text: v.nullable(v.string()),
      isWarning: v.boolean(),
    }),
  ),
  /** Changed lines of a store file. Empty for other changes. */
  lines: v.array(
    v.strictObject({
      /** Null for a store that is not in the file. */
      line: v.nullable(v.number()),
      code: v.string(),
      name: v.string(),
      what: v.picklist(['new', 'changed', 'removed', 'refused']),
      differences: v.array(v.strictObject({ column: v.string(), from: v.string(), to: v.string() })),
      problems: v.array(problem),
    }),
  ),
})
export type SetUpPreview = v.InferOutput<typeof setUpPreview>
