import * as v from 'valibot'
import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { dateTime, line, prizeDelivery } from '#contract/schema/common.ts'
import { rewardPicture, rewardType } from '#contract/schema/reward.ts'
import { gregorian } from '#contract/time.ts'
import { bounds } from './bounds.ts'

/** A date relative to the campaign's creation: days and a time of day in Bangkok, for example `+31d 14:00`. */
export const RELATIVE = /^([+-]\d{1,4})d(?: ([01]\d|2[0-3]):([0-5]\d))?$/

const time = v.pipe(
  v.string(),
  v.transform(gregorian),
  v.check(
    text => RELATIVE.test(text) || v.is(dateTime, text),
    'must be a time such as 2026-12-01T00:00:00+07:00, or days such as "+31d 14:00"',
  ),
)
const whole = ({ min, max }: { min: number; max: number }) =>
  v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(min), v.maxValue(max))
const title = line(1, bounds.titleLength)
const conditions = v.array(line(1, bounds.conditionLength))
const choice = line(1, bounds.choiceLength)
const KEY = /^[a-z0-9-]{1,30}$/

/** A name that customers read on their ticket. */
const place = v.pipe(
  v.string('must be text'),
  v.check(text => v.is(title, text), `must be a single line of 1 to ${bounds.titleLength} characters`),
  v.transform(text => v.parse(title, text)),
)

function isMapUrl(text: string): boolean {
  if (text.length > bounds.mapUrlLength || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === ''
}
const mapUrl = v.pipe(
  v.string('must be text'),
  v.check(
    isMapUrl,
    `must be a link that begins with https:// and has at most ${bounds.mapUrlLength} characters`,
  ),
)

const event = v.strictObject({
  starts: time,
  doors: v.optional(time),
  ends: v.optional(time),
  cancelled: v.optional(v.boolean('must be true or false'), false),
  venueTh: place,
  venueEn: place,
  mapUrl: v.optional(mapUrl),
  gateTh: v.optional(place),
  gateEn: v.optional(place),
})

const counter = v.strictObject({
  placeTh: place,
  placeEn: place,
  hoursTh: place,
  hoursEn: place,
  mapUrl: v.optional(mapUrl),
})

/** The fields of a prize that state how its winner gets it. */
export const handoverEntries = {
  delivery: prizeDelivery,
  event: v.optional(event),
  counter: v.optional(counter),
}

export const definitionSchema = v.strictObject({
  dates: v.strictObject({ opens: time, closes: time, draw: time, announce: time, confirmBy: time }),
  rules: v.strictObject({
    bahtPerRight: whole(bounds.bahtPerRight),
    minAmountBaht: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)),
    maxReceiptsPerDay: whole(bounds.maxReceiptsPerDay),
    reviewDays: v.optional(v.nullable(whole(bounds.reviewDays)), null),
    minAge: whole(bounds.minAge),
    termsVersion: line(1, 40),
    privacyVersion: line(1, 40),
    permitNo: v.nullable(line(1, bounds.permitNoLength)),
    allowExternalBrowser: v.boolean(),
  }),
  ticketPrefix: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Z]{1,4}$/, 'must be one to four capital letters A to Z')),
    'FF',
  ),
  prizes: v.pipe(
    v.array(
      v.strictObject({
        key: v.pipe(v.string(), v.regex(KEY, 'must be 1 to 30 lower-case letters, digits or hyphens')),
        titleTh: title,
        titleEn: title,
        textTh: title,
        textEn: title,
        picture: v.picklist(['ticket', 'case', 'bag']),
        valueBaht: whole(bounds.prizeValueBaht),
        count: whole(bounds.prizeCount),
        ...handoverEntries,
        conditionsTh: conditions,
        conditionsEn: conditions,
      }),
    ),
    v.minLength(1, 'must contain at least one prize'),
  ),
  reserves: whole({ ...bounds.prizeCount, min: 0 }),
  questions: v.array(
    v.strictObject({
      textTh: line(1, bounds.questionLength),
      textEn: line(1, bounds.questionLength),
      choices: v.optional(
        v.pipe(
          v.array(v.strictObject({ th: choice, en: choice })),
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
    v.pipe(
      v.strictObject({
        type: rewardType,
        titleTh: title,
        titleEn: title,
        textTh: title,
        textEn: title,
        picture: rewardPicture,
        valueBaht: v.nullable(whole(bounds.prizeValueBaht)),
        conditionsTh: conditions,
        conditionsEn: conditions,
        unlockedBy: v.picklist(['registered', 'answer', 'receipt', 'winner', 'lost']),
        needsStaff: v.optional(v.boolean(), false),
        stock: v.optional(whole(bounds.stock)),
        opens: v.optional(time),
        closes: v.optional(time),
        onHome: v.optional(v.boolean(), false),
      }),
      // The app recognises a consolation reward by its type.
      v.check(
        ({ type, unlockedBy }) => (type === 'consolation') === (unlockedBy === 'lost'),
        'must be of the type "consolation" exactly if it is unlocked by "lost"',
      ),
    ),
  ),
})
export type Definition = v.InferOutput<typeof definitionSchema>
