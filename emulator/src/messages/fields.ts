import * as v from 'valibot'

/** Message objects have different error messages from templates and Flex Messages. */
type Refusals = {
  readonly missing: string
  readonly empty: string
  readonly tooLong: (max: number) => string
  readonly notHttps: string
}

const ofMessage: Refusals = {
  missing: 'May not be empty',
  empty: 'May not be empty',
  tooLong: max => `Length must be between 0 and ${max}`,
  notHttps: 'Must be a valid HTTPS URL',
}

const ofContent: Refusals = {
  missing: 'must be specified',
  empty: 'must be non-empty text',
  tooLong: max => `must not be longer than ${max} characters`,
  notHttps: 'invalid uri scheme',
}

export const INVALID = 'invalid property'

const MAX_URL = 2000

const isAbsent = (received: string) => received === 'undefined' || received === 'null'

/** LINE counts a surrogate pair as one character in every field except a message's text. */
const charactersOf = (text: string): number => [...text].length

function fieldsOf(refusals: Refusals) {
  const refusal = ({ received }: { readonly received: string }) =>
    isAbsent(received) ? refusals.missing : INVALID
  // LINE converts numbers and booleans to text in message objects, but not in templates.
  const anyText =
    refusals === ofMessage
      ? v.pipe(v.union([v.string(), v.number(), v.boolean()], refusal), v.transform(String))
      : v.string(refusal)
  const text = (max: number, lengthOf = charactersOf) =>
    v.pipe(
      anyText,
      v.nonEmpty(refusals.empty),
      v.check(value => lengthOf(value) <= max, refusals.tooLong(max)),
    )
  return {
    refusal,
    text,
    httpsUrl: v.pipe(
      text(MAX_URL),
      v.check(value => /^https:\/\//i.test(value), refusals.notHttps),
      v.check(isUrl, refusals === ofMessage ? refusals.notHttps : 'invalid uri'),
    ),
    object: <Entries extends v.ObjectEntries>(entries: Entries) => v.object(entries, refusal),
    list: <Item extends v.GenericSchema>(item: Item, min: number, max: number) => {
      const size = `size must be between ${min} and ${max}`
      return v.pipe(v.array(item, refusal), v.minLength(min, size), v.maxLength(max, size))
    },
  }
}

/** Spaces and control characters must be percent-encoded. */
function isUrl(text: string): boolean {
  return URL.canParse(text) && [...text].every(char => char > ' ' && char !== '\u007f')
}

export const message = fieldsOf(ofMessage)

export const content = fieldsOf(ofContent)

/** A number or a numeric string, which LINE converts. */
export const numeric = v.union(
  [v.number(), v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/, INVALID))],
  message.refusal,
)

export const actionUri = v.pipe(
  v.string(content.refusal),
  v.check(value => charactersOf(value) <= 1000, 'size must be between 0 and 1000'),
  v.check(value => /^(https?|line|tel):/i.test(value), 'invalid uri scheme'),
  v.check(isUrl, 'invalid uri'),
)
