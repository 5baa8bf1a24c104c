import type { BodyInput } from '#contract/calls.ts'
import { ageOn, ageVerdict, normalisePhone } from '#contract/rules.ts'
import type { Customer } from '#contract/schema/customer.ts'
import { type CustomerField, customerFields } from '#contract/schema/customer.ts'
import { type Problems, problemOf } from '#src/ui/problems.ts'

/** The customer's form fields as strings. A field is empty if nothing has been entered or chosen. */
export type CustomerDraft = Readonly<Record<CustomerField, string>>

export const customerFieldNames = Object.keys(customerFields) as CustomerField[]

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

/** Formats a value for its field. Phone numbers are grouped in the usual Thai way: 081-234-5678. */
const shownAs = (name: CustomerField, value: string) =>
  name === 'phone' ? value.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3') : value

const optional: readonly CustomerField[] = ['email', 'gender']
/** True if the field is disabled because the field before it is empty. Disabled fields show no error. */
const isDisabled = (name: CustomerField, draft: CustomerDraft) =>
  (name === 'districtId' && draft.provinceId === '') ||
  (name === 'subdistrictId' && draft.districtId === '') ||
  (name === 'postalCode' && draft.subdistrictId === '')
const numeric: readonly CustomerField[] = ['provinceId', 'districtId', 'subdistrictId']

/** Validates a form by the contract's rules and the campaign's minimum age. `today` is `YYYY-MM-DD`. */
export function checkCustomer(
  draft: CustomerDraft,
  rule: { readonly today: string; readonly minAge: number },
): Problems<CustomerField> {
  const problems: Partial<Record<CustomerField, string>> = {}
  for (const name of customerFieldNames) {
    const value = valueIn(name, draft)
    if (value === '' && (optional.includes(name) || isDisabled(name, draft))) continue
    const problem = problemOf(customerFields[name], value)
    if (problem !== null)
      problems[name] = problem === 'required' && draft[name].trim() !== '' ? 'short' : problem
  }
  if (problems.birthDate === undefined) {
    const age = ageOn(draft.birthDate, rule.today)
    if (age < 0) problems.birthDate = 'day'
    else if (ageVerdict(age, rule.minAge) === 'refused') problems.birthDate = 'underAge'
  }
  if (/^-*$/.test(draft.birthDate)) problems.birthDate = 'required'
  return problems
}

/** Returns the age in years, or null while the birth date is incomplete or invalid. */
export function ageOf(draft: CustomerDraft, today: string): number | null {
  return problemOf(customerFields.birthDate, draft.birthDate) === null ? ageOn(draft.birthDate, today) : null
}

function valueIn(name: CustomerField, draft: CustomerDraft): string | number {
  const typed = draft[name]
  if (name === 'phone') return normalisePhone(typed)
  return numeric.includes(name) && typed !== '' ? Number(typed) : typed
}

const filled = (draft: CustomerDraft) => customerFieldNames.filter(name => draft[name].trim() !== '')

/** The parts of an address. They are sent together, because the server checks that they fit each other. */
const address: readonly CustomerField[] = ['provinceId', 'districtId', 'subdistrictId', 'postalCode']

/**
 * Returns the JSON body of `putCustomer` with the fields that differ between the drafts. Empty fields are omitted,
 * except the email: an empty email deletes the stored one.
 */
export function changesOf(before: CustomerDraft, draft: CustomerDraft): BodyInput<'putCustomer'> {
  const differs = (name: CustomerField) => valueIn(name, draft) !== valueIn(name, before)
  const moved = address.some(differs)
  const changed = customerFieldNames.filter(name => (moved && address.includes(name)) || differs(name))
  return Object.fromEntries(
    changed
      .filter(name => name === 'email' || draft[name].trim() !== '')
      .map(name => [name, valueIn(name, draft)]),
  )
}

/** Returns the filled-in fields of a registration as strings. */
export function registrationFields(draft: CustomerDraft): Partial<Record<CustomerField, string>> {
  return Object.fromEntries(filled(draft).map(name => [name, String(valueIn(name, draft))]))
}
