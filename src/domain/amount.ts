import { asciiDigits } from '#contract/rules.ts'

/**
 * Reads an amount in baht as customers type it: `1250`, `1,250.50`, `฿๑,๒๕๐` and, because some keyboards only have a
 * comma, `1250,50`. Returns NaN if the text is not an amount, or could mean another one.
 */
export function bahtIn(typed: string): number {
  const text = asciiDigits(typed.normalize('NFKC')).replace(/฿|บาท|\s/g, '')
  if (/^(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/.test(text)) return Number(text.replaceAll(',', ''))
  if (/^(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(text))
    return Number(text.replaceAll('.', '').replace(',', '.'))
  return Number.NaN
}
