import { bangkokTime } from '#server/bangkok-time.ts'
import { SATANG } from '#server/campaign/rights.ts'
import type { CardSide } from '#server/review/pairs.ts'
import { reasonText } from '#server/review/reason-texts.ts'
import { table } from './table.ts'

/** A similar receipt, the reason for the similarity, and a table comparing the two receipts. */
type Pair = { readonly other: CardSide; readonly why: string; readonly lines: readonly string[] }

/** Pairs a review card's own receipt with each similar receipt. */
export function receiptPairs([mine, ...others]: readonly CardSide[]): Pair[] {
  if (!mine) return []
  return others.map(other => ({
    other,
    why: other.reasons.map(reason => reasonText(reason).en).join(', '),
    lines: sideBySide(mine, other),
  }))
}

function sideBySide(mine: CardSide, other: CardSide): string[] {
  const row = (label: string, show: (side: CardSide) => string) => {
    const [left, right] = [show(mine), show(other)]
    return [label, left, left === right ? '=' : '', right]
  }
  // Two customers can have the same name.
  const sameCustomer = mine.customerId === other.customerId
  return table(
    ['', 'this receipt', '', 'other receipt'],
    [
      ['customer', nameOf(mine), sameCustomer ? '=' : '', nameOf(other)],
      row('store', side => side.storeName),
      row('number', side => side.receiptNo),
      row('baht', side => (side.amountSatang / SATANG).toFixed(2)),
      row('bought', side => bangkokTime(side.purchasedAt)),
      row('sent', side => bangkokTime(side.createdAt)),
      row('status', side => side.status),
    ],
  )
}

/** Customers who have left have no name. */
const nameOf = ({ customerName }: CardSide): string => customerName ?? '(has left the campaign)'
