import * as v from 'valibot'
import { LINE_NAME_MAX_LENGTH, LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { booleanText, dateTime, day, integer, line, numericText, sha256, text, uuid } from './common.ts'

/** The `sub` of a LINE ID token. */
export const lineUserId = v.pipe(v.string(), v.regex(/^U[0-9a-f]{32}$/, 'lineUserId'))
const idToken = v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(4096, 'length'))
const lineAccessToken = v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(1024, 'length'))
const pictureUrl = v.pipe(
  v.string(),
  v.maxLength(500, 'length'),
  v.regex(/^https:\/\/[^\s\p{Cc}\p{Cs}"'<>\\]+$/u, 'url'),
)

/**
 * A name in Thai or Latin letters. It cannot start with a vowel sign or tone mark, which combines with a preceding
 * letter.
 */
const personName = v.pipe(
  line(1, 60),
  v.regex(/^(?=[.'’ -]*\p{L})[\p{Script=Thai}\p{Script=Latin}\p{M} .'’-]+$/u, 'name'),
)
const phone = v.pipe(v.string(), v.regex(/^0[689]\d{8}$/, 'phone'))
const email = v.pipe(line(0, 120), v.regex(/^$|^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/, 'email'))
const birthDate = v.pipe(day, v.minValue('1900-01-01', 'day'))
const gender = v.picklist(['male', 'female', 'other', 'unspecified'], 'gender')
const postalCode = v.pipe(v.string(), v.regex(/^\d{5}$/, 'postalCode'))

export const customerFields = {
  firstName: personName,
  lastName: personName,
  phone,
  email,
  birthDate,
  gender,
  addressLine: line(5, 200),
  provinceId: integer,
  districtId: integer,
  subdistrictId: integer,
  postalCode,
}
export type CustomerField = keyof typeof customerFields

/** The server checks that the parts of the address match. */
export const postalAddress = v.strictObject({
  addressLine: customerFields.addressLine,
  provinceId: integer,
  districtId: integer,
  subdistrictId: integer,
  postalCode,
})
export type PostalAddress = v.InferOutput<typeof postalAddress>

export const loginForm = v.strictObject({
  lineUserId,
  idToken: v.optional(idToken),
  lineAccessToken: v.optional(lineAccessToken),
})
export const sessionAnswer = v.object({
  customerId: uuid,
  accessToken: v.string(),
  /** Missing if the server has only the two fields of spec S3. */
  expiresAt: v.optional(dateTime),
})

/**
 * The versions and SHA-256 hashes of the texts in the form (see `normalisedLegalText`). The server returns
 * TERMS_CHANGED if they are outdated. A client that omits them agrees to the current versions.
 */
const version = line(1, 40)
const shownTexts = {
  termsVersion: v.optional(version),
  privacyVersion: v.optional(version),
  termsSha256: v.optional(sha256),
  privacySha256: v.optional(sha256),
}

/** The version of the marketing text that was shown; the current one if missing. */
const marketingVersion = v.optional(v.pipe(v.string(), v.regex(/^marketing-[\w.-]{1,30}$/, 'version')))
export const marketingQuery = v.strictObject({ version: marketingVersion })

/** A provisional account does not yet have a complete profile or the consents. */
export const customerStatus = v.picklist(['provisional', 'registered', 'cancelled'])

export const registerForm = v.strictObject({
  ...v.partial(
    v.strictObject({
      ...customerFields,
      provinceId: numericText,
      districtId: numericText,
      subdistrictId: numericText,
    }),
  ).entries,
  lineUserId,
  idToken: v.optional(idToken),
  lineAccessToken: v.optional(lineAccessToken),
  consentTerms: v.optional(booleanText),
  consentPrivacy: v.optional(booleanText),
  consentMarketing: v.optional(booleanText),
  marketingVersion,
  guardianConsent: v.optional(booleanText),
  ...shownTexts,
  logstate: v.optional(line(0, LOGSTATE_MAX_LENGTH)),
})
export const registerAnswer = v.object({ ...sessionAnswer.entries, status: customerStatus })

export const cancelBody = v.strictObject({
  confirm: v.literal(true, 'required'),
  lineAccessToken: v.optional(lineAccessToken),
  reason: v.optional(v.picklist(['NO_INTEREST', 'PRIVACY', 'TOO_HARD', 'OTHER'])),
  note: v.optional(text(0, 300)),
})
export const cancelAnswer = v.object({ cancelledAt: dateTime })

export const identityBody = v.strictObject({
  lineUserId,
  lineDisplayName: line(0, LINE_NAME_MAX_LENGTH),
  linePictureUrl: v.nullish(pictureUrl),
})
export const identityAnswer = v.object({ id: uuid, updated: v.boolean() })

/** Null deletes this part of the address. */
const deletableAddress = {
  addressLine: v.nullable(customerFields.addressLine),
  provinceId: v.nullable(integer),
  districtId: v.nullable(integer),
  subdistrictId: v.nullable(integer),
  postalCode: v.nullable(postalCode),
}
export const customerBody = v.strictObject({
  ...v.partial(v.strictObject({ ...customerFields, ...deletableAddress })).entries,
})

/** The versions are required, because a customer can agree only to a text that was shown. */
export const consentsBody = v.strictObject({
  ...shownTexts,
  termsVersion: version,
  privacyVersion: version,
})

const changedText = v.picklist(['terms', 'privacy'])
export type ChangedText = v.InferOutput<typeof changedText>

const consent = v.nullable(v.object({ version: v.string(), at: dateTime }))
export const customer = v.object({
  id: uuid,
  lineUserId,
  lineDisplayName: v.nullable(v.string()),
  linePictureUrl: v.nullable(v.string()),
  status: customerStatus,
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  birthDate: v.nullable(v.string()),
  gender: v.nullable(gender),
  addressLine: v.nullable(v.string()),
  provinceId: v.nullable(integer),
  districtId: v.nullable(integer),
  subdistrictId: v.nullable(integer),
  postalCode: v.nullable(v.string()),
  consents: v.object({
    terms: consent,
    privacy: consent,
    marketing: v.boolean(),
    /** Servers without `putConsents` omit it. */
    changed: v.optional(v.array(changedText)),
  }),
  version: integer,
  createdAt: dateTime,
})
export type Customer = v.InferOutput<typeof customer>

export const marketingConsent = v.object({ granted: v.boolean() })
export const deleted = v.object({ deleted: v.literal(true) })
