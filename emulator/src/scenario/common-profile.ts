import * as v from 'valibot'
import { whole } from './values.ts'

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

/** The entries that a user has set in LINE's Account Center. */
export const commonProfileSchema = v.strictObject({
  'family-name': v.optional(text),
  'given-name': v.optional(text),
  'family-name-kana': v.optional(text),
  'given-name-kana': v.optional(text),
  /** 0 is male, 1 female, 2 other, and 3 no answer. */
  'sex-enum': v.optional(v.picklist([0, 1, 2, 3])),
  'bday-year': v.optional(whole(1900, 2100)),
  'bday-month': v.optional(whole(1, 12)),
  'bday-day': v.optional(whole(1, 31)),
  tel: v.optional(text),
  email: v.optional(v.pipe(v.string(), v.email())),
  'postal-code': v.optional(text),
  'address-level1': v.optional(text),
  'address-level2': v.optional(text),
  'address-level3': v.optional(text),
  'address-level4': v.optional(text),
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
