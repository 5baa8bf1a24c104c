import * as v from 'valibot'
import type { CorrectedFields, Receipt } from '#contract/schema/receipt.ts'
import { isoOf, momentOf } from '#contract/time.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { canonicalJson } from '#server/hash.ts'
import type { Tables } from '#server/store/tables.ts'

/** The columns of a receipt that a reviewer can correct. */
export type Purchase = Pick<Tables['receipt'], 'store_id' | 'receipt_no' | 'amount_satang' | 'purchased_at'>
type Corrected = Purchase & { readonly corrected_from: string | null }
type Store = { readonly id: number; readonly name_th: string; readonly name_en: string | null }

const stored = v.partial(
  v.object({
    store_id: v.number(),
    receipt_no: v.string(),
    amount_satang: v.number(),
    purchased_at: v.number(),
  }),
)
export type SomeOfPurchase = Partial<Purchase>

/** Reads the JSON that `purchaseJson` wrote. */
export const purchaseIn = (json: string | null): SomeOfPurchase =>
  json === null ? {} : (v.parse(stored, JSON.parse(json)) as SomeOfPurchase)

/** Returns null for an empty object, so that columns without a correction stay null. */
export const purchaseJson = (values: SomeOfPurchase): string | null =>
  Object.keys(values).length === 0 ? null : canonicalJson(values)

/** Returns the receipt as its customer sent it. */
export const asSent = <R extends Corrected>(row: R): R => ({
  ...row,
  ...purchaseIn(row.corrected_from),
  corrected_from: null,
})

/** Returns the entries of `values` that differ from the receipt. */
export function changesIn(receipt: Purchase, values: SomeOfPurchase): SomeOfPurchase {
  const columns = Object.keys(values) as (keyof Purchase)[]
  return Object.fromEntries(
    columns.filter(name => values[name] !== receipt[name]).map(name => [name, values[name]]),
  )
}

/** Returns the receipt with a reviewer's corrections, and the customer's values that they replace. */
export function withCorrections<R extends Corrected>(row: R, corrected: SomeOfPurchase): R {
  const changed = { ...row, ...corrected }
  const { store_id, receipt_no, amount_satang, purchased_at } = asSent(row)
  const sent = changesIn(changed, { store_id, receipt_no, amount_satang, purchased_at })
  return { ...changed, corrected_from: purchaseJson(sent) }
}

/** Converts the fields of the API to columns. */
export const columnsOf = ({ storeId, receiptNo, amount, purchasedAt }: CorrectedFields): SomeOfPurchase => ({
  ...(storeId === undefined ? {} : { store_id: storeId }),
  ...(receiptNo === undefined ? {} : { receipt_no: receiptNo }),
  ...(amount === undefined ? {} : { amount_satang: Math.round(amount * SATANG) }),
  ...(purchasedAt === undefined ? {} : { purchased_at: momentOf(purchasedAt) }),
})

/** Shows the values that the customer sent. `stores` includes the store that the reviewer replaced. */
export function correctedFromOf(
  { corrected_from: json }: Pick<Corrected, 'corrected_from'>,
  stores: readonly Store[],
): Receipt['correctedFrom'] {
  if (json === null) return null
  const { store_id: id, receipt_no, amount_satang, purchased_at } = purchaseIn(json)
  const store = stores.find(one => one.id === id)
  return {
    ...(id === undefined
      ? {}
      : { store: { id, name: store?.name_th ?? '', nameEn: store?.name_en ?? null } }),
    ...(receipt_no === undefined ? {} : { receiptNo: receipt_no }),
    ...(amount_satang === undefined ? {} : { amount: amount_satang / SATANG }),
    ...(purchased_at === undefined ? {} : { purchasedAt: isoOf(purchased_at) }),
  }
}
