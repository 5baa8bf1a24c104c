/**
 * At least three digits, because `A1` and `A2` are more likely to be tills; at most twelve, to fit into a safe integer.
 */
const RUNNING = /\d{3,12}$/

/** Returns the receipt numbers just before and after a normalised one, with the same number of trailing digits. */
export function neighboursOf(receiptNo: string): string[] {
  const digits = RUNNING.exec(receiptNo)?.[0]
  if (digits === undefined) return []
  const start = receiptNo.slice(0, receiptNo.length - digits.length)
  return [Number(digits) - 1, Number(digits) + 1]
    .filter(number => number >= 0 && String(number).length <= digits.length)
    .map(number => start + String(number).padStart(digits.length, '0'))
}
