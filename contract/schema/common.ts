import * as v from 'valibot'
import { PAGE_DEFAULT, PAGE_MAX } from '#contract/limits.ts'

export const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'uuid'),
)

/** `Date.parse` accepts 31 February and returns 3 March. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
}

/** ISO 8601 with seconds and a time zone. Fractions of a second are optional. */
export const dateTime = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/, 'dateTime'),
  v.check(text => Number.isFinite(Date.parse(text)) && isDay(text.slice(0, 10)), 'dateTime'),
)

export const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'day'), v.check(isDay, 'day'))

/** In lower-case hexadecimal. */
export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'sha256'))

/** A positive integer as text, for queries and forms. */
export const numericText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, 'integer'), v.transform(Number))

export const booleanText = v.pipe(
  v.picklist(['true', 'false'], 'boolean'),
  v.transform(text => text === 'true'),
)

/** Fits PostgreSQL's signed 32-bit `integer`. */
export const integer = v.pipe(v.number(), v.integer('integer'), v.minValue(0), v.maxValue(2_147_483_647))

export const counting = v.pipe(integer, v.minValue(1))

/** Invisible characters that change the text direction or were copied by accident. They are removed, not rejected. */
const UNSEEN = /[\p{Bidi_Control}\u200b\ufeff]/gu
export const withoutUnseen = (text: string): string => text.normalize('NFC').replace(UNSEEN, '')
const composed = (text: string): string => withoutUnseen(text).trim()
/** Control characters except line breaks and tabs, and unpaired surrogates. */
export const FORBIDDEN = /[^\P{Cc}\n\t]|\p{Cs}/u

/** Single-line text: NFC, trimmed, without control or direction characters. */
export const line = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.transform(composed),
    v.minLength(min, min > 0 ? 'required' : 'length'),
    v.maxLength(max, 'length'),
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'characters'),
  )

/** Like `line`, but allows line breaks and tabs. */
export const text = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.transform(composed),
    v.minLength(min, min > 0 ? 'required' : 'length'),
    v.maxLength(max, 'length'),
    v.check(value => !FORBIDDEN.test(value), 'characters'),
  )

/**
 * `seat`: the winner confirms a concert seat. `shipped`: the winner enters an address. `counter`: the winner collects
 * the prize.
 */
export const prizeDelivery = v.picklist(['seat', 'shipped', 'counter'], 'delivery')

/** The response's `Link` header contains the URL of the next page. */
export const page = {
  cursor: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}$/, 'cursor'))),
  limit: v.optional(v.pipe(numericText, v.maxValue(PAGE_MAX, 'limit')), String(PAGE_DEFAULT)),
}

/** LINE's SDK adds this parameter on iPhones to an address that `liff.openWindow` opens in the phone's browser. */
export const openedFromLine = { is_liff_external_open_window: v.optional(v.string()) }

export const noFields = v.strictObject({})

/**
 * The body of every error. Dots separate the levels of `fields[].path`. `idempotencyKey` repeats the request's key, so
 * that a client can tell our server's refusal from a gateway's. Up to version 1.1.0, only the response header repeats
 * the key.
 */
export const errorBody = v.object({
  error: v.string(),
  message: v.string(),
  fields: v.optional(v.array(v.object({ path: v.string(), code: v.string() }))),
  requestId: v.string(),
  idempotencyKey: v.optional(v.string()),
  retryAfter: v.optional(v.number()),
  current: v.optional(v.unknown()),
})
export type ErrorBody = v.InferOutput<typeof errorBody>
