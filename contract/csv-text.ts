/**
 * Prefixes that make a spreadsheet read a cell as a formula (ASVS 1.2.10). Japanese Excel accepts the full-width ones.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Texts that Excel would change: it drops the leading zero of a phone number, rounds long numbers, and reads 12-05 or
 * MAR-12 as a date, 50% as 0.5 and true as a boolean. UUIDs stay as they are. No match contains a quotation mark.
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
 * Formats a text as a CSV cell (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe.
 */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? quoted(safe) : safe
}

/** Like `csvText`, but writes text that looks like a number or a date as `="0812345678"`, so that Excel keeps it. */
export const csvTextForExcel = (text: string): string =>
  text.length <= FORMULA_TEXT_MAX && CHANGED_BY_EXCEL.some(one => one.test(text))
    ? quoted(`="${text}"`)
    : csvText(text)
