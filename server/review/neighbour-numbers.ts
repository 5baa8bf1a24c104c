/**
 * The digits at the end that are counted. Fewer than three are rarely a running number: `A1` and `A2` are more likely tills.
 * More than twelve would not fit into a number exactly.
 */
const RUNNING = /\d{3,12}$/

/**
 * Returns the receipt numbers that are one less and one more, with the same number of digits at the end. Empty if the
 * number does not end with at least three digits. The number must be normalised.
 */
export function neighboursOf(receiptNo: string): string[] {
  const digits = RUNNING.exec(receiptNo)?.[0]
  if (digits === undefined) return []
  const start = receiptNo.slice(0, receiptNo.length - digits.length)
  return [Number(digits) - 1, Number(digits) + 1]
    .filter(number => number >= 0 && String(number).length <= digits.length)
    .map(number => start + String(number).padStart(digits.length, '0'))
}
