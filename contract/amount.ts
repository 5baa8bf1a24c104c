import { asciiDigits, halfWidth } from './rules.ts'

/**
 * Reads an amount in baht as people type it: `1250`, `1,250.50`, `฿๑,๒๕๐` and, because some keyboards only have a
 * comma, `1250,50`. Returns NaN for any other text, and for `1.250` or `12 50`, which have two meanings.
 */
export function bahtIn(typed: string): number {
  const text = asciiDigits(halfWidth(typed).trim()).replace(/^฿\s*|\s*(฿|บาท)$/g, '')
  if (/^(\d+|\d{1,3}((,\d{3})+|( \d{3})+))(\.\d{0,2})?$/.test(text)) return Number(text.replace(/[, ]/g, ''))
  if (/^(\d+|\d{1,3}((\.\d{3})+|( \d{3})+)),\d{1,2}$/.test(text))
    return Number(text.replace(/[. ]/g, '').replace(',', '.'))
  return Number.NaN
}

/** Reads a whole number that is not negative: `1250`, `1,250` or `๑๒๕๐`. Returns NaN for everything else. */
export function wholeNumberIn(typed: string): number {
  const text = asciiDigits(halfWidth(typed).trim())
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}
