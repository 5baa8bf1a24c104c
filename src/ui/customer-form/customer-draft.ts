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

/** The customer's form fields as strings. A field is empty if nothing has been entered or chosen. */
export type CustomerDraft = Readonly<Record<CustomerField, string>>

export const customerFieldNames = Object.keys(customerFields) as CustomerField[]

/** The fields of a postal address, in the order of the form. */
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

/** The fields that joining asks for. */
export const personFieldNames = customerFieldNames.filter(name => !isAddressField(name))

/** True if any part of the address has been entered or chosen. */
export const hasAddress = (draft: CustomerDraft): boolean =>
  addressFieldNames.some(name => draft[name].trim() !== '')

/**
 * Parses a stored draft. Missing or invalid fields become empty, because an older build may have stored
 * another format.
 */
export function readCustomerDraft(kept: unknown): CustomerDraft {
  const record = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  const text = (name: CustomerField) => (typeof record[name] === 'string' ? record[name] : '')
  return Object.fromEntries(customerFieldNames.map(name => [name, text(name)])) as CustomerDraft
}

/** Converts the server's customer record to form fields. */
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
/** True if the field is disabled because the field before it is empty. Disabled fields show no error. */
const isDisabled = (name: CustomerField, draft: CustomerDraft) =>
  (name === 'districtId' && draft.provinceId === '') || (name === 'subdistrictId' && draft.districtId === '')
const numeric: readonly CustomerField[] = ['provinceId', 'districtId', 'subdistrictId']

/** Returns the problems of the named fields by the contract's rules. */
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

/** Validates a complete postal address by the contract's rules. */
export const checkAddress = (draft: CustomerDraft): Problems<CustomerField> =>
  problemsOf(draft, addressFieldNames)

/**
 * Validates the person's fields by the contract's rules and the campaign's minimum age. `today` is `YYYY-MM-DD`.
 */
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

/**
 * Validates an edited profile. The address is voluntary, but must be complete if any part of it is filled in, or if
 * `isShipping`: a prize is to be sent to it. `today` is `YYYY-MM-DD`.
 */
export const checkProfile = (
  draft: CustomerDraft,
  isShipping: boolean,
  today: string,
  minAge: number,
): Problems<CustomerField> => ({
  ...checkPerson(draft, { today, minAge }),
  ...(hasAddress(draft) || isShipping ? checkAddress(draft) : {}),
})

/** A form without an address. */
export const noAddress: Readonly<Record<AddressField, ''>> = {
  addressLine: '',
  postalCode: '',
  provinceId: '',
  districtId: '',
  subdistrictId: '',
}

/** Returns the address of a draft that `checkAddress` has found valid. */
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

/** The parts of an address. They are sent together, because the server checks that they fit each other. */
const address: readonly CustomerField[] = ['provinceId', 'districtId', 'subdistrictId', 'postalCode']

/**
 * Returns the JSON body of `putCustomer` with the fields that differ between the drafts. Empty fields are omitted,
 * except the email and the address: an empty email deletes the stored one, and without any part of an address, null
 * deletes the stored parts.
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

/**
 * Returns the filled-in fields of a registration as strings, without the address: a draft of an older build may
 * contain one, which the form no longer shows.
 */
export function registrationFields(draft: CustomerDraft): Partial<Record<CustomerField, string>> {
  const filled = personFieldNames.filter(name => draft[name].trim() !== '')
  return Object.fromEntries(filled.map(name => [name, String(valueIn(name, draft))]))
}
