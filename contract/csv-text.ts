/** First characters that make a spreadsheet read a cell as a formula (ASVS 1.2.10). Some forms count for Excel in Japanese. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Texts that Excel would change: it drops the zero of a phone number, rounds long numbers, reads 12-05, MAR-12 or 12 MAR as a
 * date, 50% as a half, and true as a logical value. Ids of 36 characters stay as they are. The texts have no quotes, and Excel
 * refuses longer ones in a formula.
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
 * Formats a text as a cell of CSV (RFC 4180). A text that a spreadsheet would read as a formula gets a leading apostrophe, so that
 * the spreadsheet shows it as text.
 */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? quoted(safe) : safe
}

/** Like `csvText`, but a text that looks like a number or a date becomes `="0812345678"`, a constant that Excel shows as the text. */
export const csvTextForExcel = (text: string): string =>
  text.length <= FORMULA_TEXT_MAX && CHANGED_BY_EXCEL.some(one => one.test(text))
    ? quoted(`="${text}"`)
    : csvText(text)
