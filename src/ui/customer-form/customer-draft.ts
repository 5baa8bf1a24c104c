import type { BodyInput } from '#contract/calls.ts'
import { ageOn, ageVerdict, normalisePhone } from '#contract/rules.ts'
import {
  type Customer,
  type CustomerField,
  customerFields,
  type PostalAddress,
} from '#contract/schema/customer.ts'
import { type Problems, problemOf } from '#src/ui/problems.ts'
import { groupedPhone } from './phone-groups.ts'

/** An empty string means that nothing has been entered or chosen. */
export type CustomerDraft = Readonly<Record<CustomerField, string>>

export const customerFieldNames = Object.keys(customerFields) as CustomerField[]

const addressFieldNames = [
  'addressLine',
  'postalCode',
  'provinceId',
  'districtId',
  'subdistrictId',
] as const satisfies readonly CustomerField[]
export type AddressField = (typeof addressFieldNames)[number]
const isAddressField = (name: CustomerField): name is AddressField =>
  (addressFieldNames as readonly CustomerField[]).includes(name)

export const personFieldNames = customerFieldNames.filter(name => !isAddressField(name))

export const hasAddress = (draft: CustomerDraft): boolean =>
  addressFieldNames.some(name => draft[name].trim() !== '')

/** Reads a stored draft. Missing or invalid fields, perhaps from an older build's format, become empty. */
export function readCustomerDraft(kept: unknown): CustomerDraft {
  const record = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  const text = (name: CustomerField) => (typeof record[name] === 'string' ? record[name] : '')
  return Object.fromEntries(customerFieldNames.map(name => [name, text(name)])) as CustomerDraft
}

export function draftOf(customer: Customer): CustomerDraft {
  return Object.fromEntries(
    customerFieldNames.map(name => [
      name,
      customer[name] === null ? '' : shownAs(name, String(customer[name])),
    ]),
  ) as CustomerDraft
}

const shownAs = (name: CustomerField, value: string) => (name === 'phone' ? groupedPhone(value) : value)

const optional: readonly CustomerField[] = ['email', 'gender']
/** True if the field that this one depends on is empty. Errors are not shown for disabled fields. */
const isDisabled = (name: CustomerField, draft: CustomerDraft) =>
  (name === 'districtId' && draft.provinceId === '') || (name === 'subdistrictId' && draft.districtId === '')
const numeric: readonly CustomerField[] = ['provinceId', 'districtId', 'subdistrictId']

function problemsOf(draft: CustomerDraft, names: readonly CustomerField[]): Problems<CustomerField> {
  const problems: Partial<Record<CustomerField, string>> = {}
  for (const name of names) {
    const value = valueIn(name, draft)
    if (value === '' && (optional.includes(name) || isDisabled(name, draft))) continue
    const problem = problemOf(customerFields[name], value)
    if (problem !== null)
      problems[name] = problem === 'required' && draft[name].trim() !== '' ? 'short' : problem
  }
  return problems
}

export const checkAddress = (draft: CustomerDraft): Problems<CustomerField> =>
  problemsOf(draft, addressFieldNames)

/** Checks the draft against the contract's rules and the campaign's minimum age. `today` is `YYYY-MM-DD`. */
export function checkPerson(
  draft: CustomerDraft,
  rule: { readonly today: string; readonly minAge: number },
): Problems<CustomerField> {
  const problems: Partial<Record<CustomerField, string>> = { ...problemsOf(draft, personFieldNames) }
  if (problems.birthDate === undefined) {
    const age = ageOn(draft.birthDate, rule.today)
    if (age < 0) problems.birthDate = 'day'
    else if (ageVerdict(age, rule.minAge) === 'refused') problems.birthDate = 'underAge'
  }
  if (/^-*$/.test(draft.birthDate)) problems.birthDate = 'required'
  return problems
}

/** The address must be complete if any part is filled in or a prize is shipped to it. `today` is `YYYY-MM-DD`. */
export const checkProfile = (
  draft: CustomerDraft,
  isShipping: boolean,
  today: string,
  minAge: number,
): Problems<CustomerField> => ({
  ...checkPerson(draft, { today, minAge }),
  ...(hasAddress(draft) || isShipping ? checkAddress(draft) : {}),
})

export const noAddress: Readonly<Record<AddressField, ''>> = {
  addressLine: '',
  postalCode: '',
  provinceId: '',
  districtId: '',
  subdistrictId: '',
}

/** The draft must already have passed `checkAddress`. */
export const addressOf = (draft: CustomerDraft): PostalAddress =>
  Object.fromEntries(addressFieldNames.map(name => [name, valueIn(name, draft)])) as PostalAddress

/** Returns the age in years, or null while the birth date is incomplete or invalid. */
export function ageOf(draft: CustomerDraft, today: string): number | null {
  return problemOf(customerFields.birthDate, draft.birthDate) === null ? ageOn(draft.birthDate, today) : null
}

function valueIn(name: CustomerField, draft: CustomerDraft): string | number {
  const typed = draft[name]
  if (name === 'phone') return normalisePhone(typed)
  return numeric.includes(name) && typed !== '' ? Number(typed) : typed
}

/** These fields are always sent together, because the server checks that they match. */
const address: readonly CustomerField[] = ['provinceId', 'districtId', 'subdistrictId', 'postalCode']

/**
 * Omits empty fields, with two exceptions: an empty email deletes the stored email, and if the whole address is empty,
 * its stored fields are deleted with null.
 */
export function changesOf(before: CustomerDraft, draft: CustomerDraft): BodyInput<'putCustomer'> {
  const differs = (name: CustomerField) => valueIn(name, draft) !== valueIn(name, before)
  const moved = address.some(differs)
  const changed = customerFieldNames.filter(name => (moved && address.includes(name)) || differs(name))
  const isDeleted = (name: CustomerField) => !hasAddress(draft) && isAddressField(name)
  return Object.fromEntries(
    changed
      .filter(name => name === 'email' || draft[name].trim() !== '' || isDeleted(name))
      .map(name => [name, isDeleted(name) ? null : valueIn(name, draft)]),
  )
}

/** Omits the address, which a draft from an older build may contain. */
export function registrationFields(draft: CustomerDraft): Partial<Record<CustomerField, string>> {
  const filled = personFieldNames.filter(name => draft[name].trim() !== '')
  return Object.fromEntries(filled.map(name => [name, String(valueIn(name, draft))]))
}
