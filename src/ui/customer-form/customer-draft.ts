import type { BodyInput } from '#contract/calls.ts'
import { ageOn, ageVerdict, normalisePhone } from '#contract/rules.ts'
import type { Customer } from '#contract/schema/customer.ts'
import { type CustomerField, customerFields } from '#contract/schema/customer.ts'
import { type Problems, problemOf } from '#src/ui/problems.ts'

/** The customer's fields as a form has them: all text, empty where nothing is chosen. */
export type CustomerDraft = Readonly<Record<CustomerField, string>>

export const customerFieldNames = Object.keys(customerFields) as CustomerField[]

/** A stored draft, whatever an older build may have left there. */
export function readCustomerDraft(kept: unknown): CustomerDraft {
  const record = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  const text = (name: CustomerField) => (typeof record[name] === 'string' ? record[name] : '')
  return Object.fromEntries(customerFieldNames.map(name => [name, text(name)])) as CustomerDraft
}

/** What the server has, as a form shows it. */
export function draftOf(customer: Customer): CustomerDraft {
  return Object.fromEntries(
    customerFieldNames.map(name => [
      name,
      customer[name] === null ? '' : shownAs(name, String(customer[name])),
    ]),
  ) as CustomerDraft
}

/** Phone numbers are read in groups, as they are written in Thailand. */
const shownAs = (name: CustomerField, value: string) =>
  name === 'phone' ? value.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3') : value

const optional: readonly CustomerField[] = ['email', 'gender']
/** Lists that stay closed until the one before is chosen: only the first open one is worth a word. */
const waits = (name: CustomerField, draft: CustomerDraft) =>
  (name === 'districtId' && draft.provinceId === '') ||
  (name === 'subdistrictId' && draft.districtId === '') ||
  (name === 'postalCode' && draft.subdistrictId === '')
const numeric: readonly CustomerField[] = ['provinceId', 'districtId', 'subdistrictId']

/** What is wrong with a form, by the contract's rules and the campaign's least age. `today`: `YYYY-MM-DD`. */
export function checkCustomer(
  draft: CustomerDraft,
  rule: { readonly today: string; readonly minAge: number },
): Problems<CustomerField> {
  const problems: Partial<Record<CustomerField, string>> = {}
  for (const name of customerFieldNames) {
    const value = valueIn(name, draft)
    if (value === '' && (optional.includes(name) || waits(name, draft))) continue
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

/** The age by a complete birth date; null while it is not one. */
export function ageOf(draft: CustomerDraft, today: string): number | null {
  return problemOf(customerFields.birthDate, draft.birthDate) === null ? ageOn(draft.birthDate, today) : null
}

function valueIn(name: CustomerField, draft: CustomerDraft): string | number {
  const typed = draft[name]
  if (name === 'phone') return normalisePhone(typed)
  return numeric.includes(name) && typed !== '' ? Number(typed) : typed
}

const filled = (draft: CustomerDraft) => customerFieldNames.filter(name => draft[name].trim() !== '')

/** The form as the profile's JSON; what is left empty is not sent, but for an e-mail that is taken back. */
export function bodyOfDraft(draft: CustomerDraft): BodyInput<'putCustomer'> {
  return { email: '', ...Object.fromEntries(filled(draft).map(name => [name, valueIn(name, draft)])) }
}

/** The form as the registration's fields: all text, without the empty ones. */
export function registrationFields(draft: CustomerDraft): Partial<Record<CustomerField, string>> {
  return Object.fromEntries(filled(draft).map(name => [name, String(valueIn(name, draft))]))
}
