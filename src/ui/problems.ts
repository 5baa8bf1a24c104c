import * as v from 'valibot'
import type { TextKey, Translate } from '#src/i18n/keys.ts'
import type { Failure } from '#src/ports.ts'

/** The contract's error codes, by field name. */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, string>>>

/** Returns the contract's error code, `required` for an empty mandatory value, or null. */
export function problemOf(schema: v.GenericSchema, value: unknown): string | null {
  if (value === '') return v.safeParse(schema, value).success ? null : 'required'
  const result = v.safeParse(schema, value)
  return result.success ? null : result.issues[0].message
}

export function refusedFields<Field extends string>(
  failure: Failure,
  names: readonly Field[],
): Problems<Field> {
  const problems: Partial<Record<Field, string>> = {}
  if (failure.kind !== 'refused') return problems
  for (const { path, code } of failure.fields) {
    const name = names.find(one => path === one || path.startsWith(`${one}.`))
    if (name !== undefined) problems[name] = code
  }
  return problems
}

const codes = {
  name: 'rule.name',
  length: 'rule.length',
  short: 'rule.short',
  characters: 'rule.characters',
  phone: 'rule.phone',
  email: 'rule.email',
  day: 'rule.day',
  postalCode: 'rule.postalCode',
  receiptNo: 'rule.receiptNo',
  amount: 'rule.amount',
  range: 'rule.range',
  decimals: 'rule.decimals',
  future: 'rule.future',
  phoneTaken: 'rule.phoneTaken',
  guardian: 'rule.guardian',
  winner: 'rule.winner',
  consent: 'rule.consent',
  images: 'rule.images',
} as const satisfies Record<string, TextKey>

/** Returns the message for an error code without parameters. `label` is the field's name. */
export function problemText(t: Translate, code: string, label: string, chosen = false): string {
  if (code === 'required') return t(chosen ? 'rule.choose' : 'rule.required', { field: label })
  const known = Object.entries(codes).find(([name]) => name === code)
  return known === undefined ? t('rule.invalid') : t(known[1])
}

export function focusFirstProblem(form: HTMLElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control = first?.matches('[role="radiogroup"]') ? first.querySelector<HTMLElement>('input') : first
  control?.focus()
  first?.scrollIntoView?.({ block: 'center', behavior: 'smooth' })
}
