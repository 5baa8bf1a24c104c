import { bangkokTime } from '#server/bangkok-time.ts'
import { SATANG } from '#server/campaign/rights.ts'
import type { Db } from '#server/store/tables.ts'
import type { Suspicion } from './similar-receipts.ts'
import { table } from './table.ts'

/** A receipt and a similar one side by side: why they are similar, and a table of what each has. */
type Pair = { readonly other: Details; readonly why: string; readonly lines: readonly string[] }

/** Compares a receipt with the similar ones, with names instead of ids. */
export async function receiptPairs(db: Db, id: string, found: readonly Suspicion[]): Promise<Pair[]> {
  const others = [...new Set(found.map(one => one.receiptId))]
  const rows = new Map((await detailsOf(db, [id, ...others])).map(row => [row.id, row]))
  const mine = rows.get(id)
  return others.flatMap(otherId => {
    const other = rows.get(otherId)
    // Both were read after `found`, so a receipt may have been deleted since.
    if (!mine || !other) return []
    const why = found.filter(one => one.receiptId === otherId).map(one => one.what)
    return [{ other, why: why.join(', '), lines: sideBySide(mine, other) }]
  })
}

type Details = Awaited<ReturnType<typeof detailsOf>>[number]

const detailsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('receipt')
    .innerJoin('store', 'store.id', 'receipt.store_id')
    .innerJoin('customer', 'customer.id', 'receipt.customer_id')
    .select(['receipt.id', 'receipt.customer_id', 'receipt.receipt_no', 'receipt.amount_satang'])
    .select(['receipt.purchased_at', 'receipt.created_at', 'receipt.status'])
    .select(['store.name_th', 'customer.first_name', 'customer.last_name'])
    .where('receipt.id', 'in', ids)
    .execute()

function sideBySide(mine: Details, other: Details): string[] {
  const row = (label: string, show: (details: Details) => string) => {
    const [left, right] = [show(mine), show(other)]
    return [label, left, left === right ? '=' : '', right]
  }
  // Two customers can have the same name, so the ids decide.
  const sameCustomer = mine.customer_id === other.customer_id
  return table(
    ['', 'this receipt', '', 'other receipt'],
    [
      ['customer', nameOf(mine), sameCustomer ? '=' : '', nameOf(other)],
      row('store', details => details.name_th),
      row('number', details => details.receipt_no),
      row('baht', details => (details.amount_satang / SATANG).toFixed(2)),
      row('bought', details => bangkokTime(details.purchased_at)),
      row('sent', details => bangkokTime(details.created_at)),
      row('status', details => details.status),
    ],
  )
}

/** Customers who have left have no name. */
const nameOf = ({ first_name, last_name }: Details): string =>
  [first_name, last_name].filter(name => name !== null).join(' ') || '(has left the campaign)'
