import * as v from 'valibot'

/** The names are those of LINE's plugin and its attribute `data-liff-autocomplete`. */
export const COMMON_PROFILE_ENTRIES = [
  'family-name',
  'given-name',
  'family-name-kana',
  'given-name-kana',
  'sex-enum',
  'bday-year',
  'bday-month',
  'bday-day',
  'tel',
  'email',
  'postal-code',
  'address-level1',
  'address-level2',
  'address-level3',
  'address-level4',
] as const
export type CommonProfileEntry = (typeof COMMON_PROFILE_ENTRIES)[number]

const PREFIX = 'commonprofile.'

/** LINE documents the scopes, but the entries that they cover are a guess. */
const ENTRIES_BY_SCOPE = {
  'commonprofile.name': ['family-name', 'given-name', 'family-name-kana', 'given-name-kana'],
  'commonprofile.email': ['email'],
  'commonprofile.address': [
    ...(['postal-code', 'address-level1', 'address-level2', 'address-level3', 'address-level4'] as const),
  ],
  'commonprofile.gender': ['sex-enum'],
  'commonprofile.birthday': ['bday-year', 'bday-month', 'bday-day'],
  'commonprofile.phone': ['tel'],
} as const satisfies Readonly<Record<`${typeof PREFIX}${string}`, readonly CommonProfileEntry[]>>
type CommonProfileScope = keyof typeof ENTRIES_BY_SCOPE

export const COMMON_PROFILE_SCOPES = Object.keys(ENTRIES_BY_SCOPE) as readonly CommonProfileScope[]

export function isCommonProfileScope(scope: string): boolean {
  return scope.startsWith(PREFIX)
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const entry = <T extends v.GenericSchema>(schema: T) => v.optional(schema)

/** The entries that a user has set in LINE's Account Center. */
export const commonProfileSchema = v.strictObject({
  'family-name': entry(text),
  'given-name': entry(text),
  'family-name-kana': entry(text),
  'given-name-kana': entry(text),
  /** 0 is male, 1 female, 2 other, and 3 no answer. */
  'sex-enum': entry(v.picklist([0, 1, 2, 3])),
  'bday-year': entry(whole(1900, 2100)),
  'bday-month': entry(whole(1, 12)),
  'bday-day': entry(whole(1, 31)),
  tel: entry(text),
  email: entry(v.pipe(v.string(), v.email())),
  'postal-code': entry(text),
  'address-level1': entry(text),
  'address-level2': entry(text),
  'address-level3': entry(text),
  'address-level4': entry(text),
})
export type CommonProfile = v.InferOutput<typeof commonProfileSchema>

export function entriesOf(profile: CommonProfile | null, names: readonly string[]): CommonProfile {
  const all = Object.entries(profile ?? {})
  return Object.fromEntries(all.filter(([name]) => names.includes(name)))
}

export function permittedEntries(scopes: readonly string[]): string[] {
  return COMMON_PROFILE_SCOPES.filter(scope => scopes.includes(scope)).flatMap(
    scope => ENTRIES_BY_SCOPE[scope],
  )
}
