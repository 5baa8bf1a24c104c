/**
 * Prefixes that make a spreadsheet treat a cell as a formula (ASVS 1.2.10). Japanese Excel also accepts the full-width
 * characters.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Matches strings that Excel would change. It drops the leading zero of a phone number, rounds long numbers, and
 * interprets 12-05 or MAR-12 as a date, 50% as 0.5 and true as a boolean. Does not match UUIDs or anything with a
 * quotation mark.
 */
const CHANGED_BY_EXCEL = [
  /^(?![\da-f-]{36}$)\d[\d .,:/e+-]*(?:%|[ap]m?)?$/i,
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ /-]?\d[\d ,/-]*$/i,
  /^\d{1,4}[ /-]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[ /-]?\d{1,4})?$/i,
  /^(?:true|false)$/i,
]
const FORMULA_TEXT_MAX = 255

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/**
 * Formats a string as a CSV cell (RFC 4180). Adds a leading apostrophe if a spreadsheet would run the string as a
 * formula.
 */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? quoted(safe) : safe
}

/**
 * Like `csvText`, but writes a string that looks like a number or a date as `="0812345678"`, so that Excel does not
 * change it.
 */
export const csvTextForExcel = (text: string): string =>
  text.length <= FORMULA_TEXT_MAX && CHANGED_BY_EXCEL.some(one => one.test(text))
    ? quoted(`="${text}"`)
    : csvText(text)
