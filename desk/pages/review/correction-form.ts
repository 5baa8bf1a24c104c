import { bahtIn } from '#contract/amount.ts'
import type { CorrectedFields } from '#contract/schema/receipt.ts'
import { isoOf } from '#contract/time.ts'
import { CallError } from '../../api/call.ts'
import { inputOf, momentIn } from '../../ui/inputs.ts'
import type { Item } from './use-review.ts'

/** The text in each field. */
export type CorrectionForm = Readonly<Record<Field, string>>
type Field = keyof CorrectedFields
export type Side = Item['sides'][number]

/** Why a value cannot be approved: the server's codes, and `number` for an amount that is not a number. */
const codes = [
  'number',
  'range',
  'decimals',
  'minimum',
  'required',
  'length',
  'characters',
  'receiptNo',
  'duplicate',
  'dateTime',
  'future',
  'period',
  'closed',
] as const
type WrongValue = (typeof codes)[number] | 'other'
export type Wrong = Partial<Readonly<Record<Field, WrongValue>>>

export const formOf = (side: Side): CorrectionForm => ({
  amount: (side.amountSatang / 100).toFixed(2),
  receiptNo: side.receiptNo,
  storeId: String(side.storeId),
  purchasedAt: inputOf(side.purchasedAt),
})

const isChanged = (form: CorrectionForm, side: Side, field: Field): boolean =>
  form[field].trim() !== formOf(side)[field]

/** Returns the changed fields for the server, and the errors that this page can already detect. */
export function correctionIn(
  form: CorrectionForm,
  side: Side,
): { readonly corrected: CorrectedFields | null; readonly wrong: Wrong } {
  const [amount, moment] = [bahtIn(form.amount), momentIn(form.purchasedAt)]
  const wrong: Wrong = {
    ...(isChanged(form, side, 'amount') && Number.isNaN(amount) ? { amount: 'number' } : {}),
    ...(isChanged(form, side, 'purchasedAt') && moment === null ? { purchasedAt: 'dateTime' } : {}),
  }
  const corrected: CorrectedFields = {
    ...(isChanged(form, side, 'amount') ? { amount } : {}),
    ...(isChanged(form, side, 'receiptNo') ? { receiptNo: form.receiptNo.trim() } : {}),
    ...(isChanged(form, side, 'storeId') ? { storeId: Number(form.storeId) } : {}),
    ...(isChanged(form, side, 'purchasedAt') && moment !== null ? { purchasedAt: isoOf(moment) } : {}),
  }
  return { corrected: Object.keys(corrected).length === 0 ? null : corrected, wrong }
}

const PATH = 'decision.corrected.'

/** Returns the fields that the server refused. Empty if the call failed for another reason. */
export function refusedFields(error: unknown): Wrong {
  if (!(error instanceof CallError)) return {}
  const own = error.fields.filter(({ path }) => path.startsWith(PATH))
  return Object.fromEntries(
    own.map(({ path, code }) => [path.slice(PATH.length), codes.find(one => one === code) ?? 'other']),
  )
}

export const isRefusedCorrection = (error: unknown): boolean => Object.keys(refusedFields(error)).length > 0
