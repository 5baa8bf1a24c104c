import * as v from 'valibot'
import { PAGE_DEFAULT, PAGE_MAX } from '#contract/limits.ts'

/** A UUID in lower case, as the app makes them. */
export const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'uuid'),
)

/** ISO-8601 with a time zone, to the second or finer. */
export const dateTime = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/, 'dateTime'),
  v.check(text => Number.isFinite(Date.parse(text)), 'dateTime'),
)

/** A day without a time, `YYYY-MM-DD`, that exists. */
export const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/, 'day'),
  v.check(text => {
    const ms = Date.parse(`${text}T00:00:00Z`)
    return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
  }, 'day'),
)

/** SHA-256 in lower-case hexadecimal. */
export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'sha256'))

/** A positive whole number in a query or a form. */
export const numericText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, 'integer'), v.transform(Number))

/** A yes or no in a form; anything but the text `true` or `false` is refused. */
export const booleanText = v.pipe(
  v.picklist(['true', 'false'], 'boolean'),
  v.transform(text => text === 'true'),
)

/** A whole number that fits every database. */
export const integer = v.pipe(v.number(), v.integer('integer'), v.minValue(0), v.maxValue(2_147_483_647))

/** Signs that nobody sees and that turn the text around them or come along with a copy. Taken out, not refused. */
const UNSEEN = /[\p{Bidi_Control}\u200b\ufeff]/gu
const composed = (text: string): string => text.normalize('NFC').replace(UNSEEN, '').trim()

/** One line of text for people: composed (NFC), trimmed, without control characters or signs that turn its direction. */
export const line = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.transform(composed),
    v.minLength(min, min > 0 ? 'required' : 'length'),
    v.maxLength(max, 'length'),
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'characters'),
  )

/** Text for people that may have line breaks and tabs. */
export const text = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.transform(composed),
    v.minLength(min, min > 0 ? 'required' : 'length'),
    v.maxLength(max, 'length'),
    v.check(value => !/[^\P{Cc}\n\t]|\p{Cs}/u.test(value), 'characters'),
  )

/** The query of a list that comes in pages; the next page is named in the `Link` header. */
export const page = {
  cursor: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}$/, 'cursor'))),
  limit: v.optional(v.pipe(numericText, v.maxValue(PAGE_MAX, 'limit')), String(PAGE_DEFAULT)),
}

export const noFields = v.strictObject({})

/** The body of every answer that is not 200. `fields[].path` is the name of the field, dots between levels. */
export const errorBody = v.object({
  error: v.string(),
  message: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), code: v.string() }))),
  requestId: v.string(),
  retryAfter: v.optional(v.number()),
  current: v.optional(v.unknown()),
})
export type ErrorBody = v.InferOutput<typeof errorBody>
