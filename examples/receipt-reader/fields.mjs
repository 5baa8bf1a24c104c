/** Smaller years are Gregorian. */
const BUDDHIST_FROM = 2500
const BUDDHIST_OFFSET = 543

/**
 * Finds a receipt's fields in its recognised text. A field that was not found is missing. `stores` is the campaign's
 * list.
 */
export function fieldsIn(text, stores) {
  const digits = text.replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - 0x0e50))
  const found = {
    storeId: storeIn(digits, stores),
    receiptNo: numberIn(digits),
    purchasedAt: timeIn(digits),
    amount: totalIn(digits),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Finds a store whose chain and branch are both in the text. */
function storeIn(text, stores) {
  const plain = text.replace(/\s+/g, '')
  const has = part => part !== '' && plain.includes(part.replace(/\s+/g, ''))
  return stores.find(({ chain, branch }) => has(chain) && has(branch))?.id
}

function numberIn(text) {
  return /(?:เลขที่|receipt\s*(?:no|number)?|inv(?:oice)?\s*(?:no)?|no)\s*[.:#]*\s*([A-Z0-9][A-Z0-9/.-]{2,39})/i.exec(
    text,
  )?.[1]
}

const MONTHS =
  'ม.ค.|มกราคม ก.พ.|กุมภาพันธ์ มี.ค.|มีนาคม เม.ย.|เมษายน พ.ค.|พฤษภาคม มิ.ย.|มิถุนายน ก.ค.|กรกฎาคม ส.ค.|สิงหาคม ก.ย.|กันยายน ต.ค.|ตุลาคม พ.ย.|พฤศจิกายน ธ.ค.|ธันวาคม'.split(
    ' ',
  )

/** Replaces Thai names of months: 19 พ.ย. 69 becomes 19/11/69. */
function withMonthNumbers(text) {
  return MONTHS.reduce((changed, names, index) => {
    const name = names.replaceAll('.', '\\.?')
    return changed.replace(
      new RegExp(`(\\d)\\s*(?:${name})\\s*(?:พ\\.?ศ\\.?)?\\s*(\\d)`, 'g'),
      `$1/${index + 1}/$2`,
    )
  }, text)
}

/** Finds a date such as 20/11/2569, 20-11-26 or 20 พ.ย. 69 with a time such as 18:25 in Thailand. */
function timeIn(written) {
  const text = withMonthNumbers(written)
  const date = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/.exec(text)
  const clock = /\b([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.][0-5]\d)?\b(?!\s*(?:บาท|THB))/.exec(
    date ? text.slice(date.index + date[0].length) : '',
  )
  if (date === null || clock === null) return undefined
  const [, day, month, givenYear] = date
  const year = fullYear(Number(givenYear))
  const two = value => String(value).padStart(2, '0')
  const time = `${year}-${two(month)}-${two(day)}T${two(clock[1])}:${clock[2]}:00+07:00`
  return Number.isNaN(Date.parse(time)) ? undefined : time
}

/** A two-digit year of 43 or more is Buddhist: 69 is 2569, which is 2026, and 26 is 2026. */
function fullYear(year) {
  const full = year >= 100 ? year : year >= BUDDHIST_OFFSET % 100 ? 2500 + year : 2000 + year
  return full >= BUDDHIST_FROM ? full - BUDDHIST_OFFSET : full
}

function totalIn(text) {
  const lines = text.split('\n').filter(line => /รวม|ยอดสุทธิ|สุทธิ|total|net/i.test(line))
  const amounts = lines.flatMap(line => line.match(/\d{1,3}(?:,\d{3})*\.\d{2}|\d+\.\d{2}/g) ?? [])
  const last = amounts.at(-1)
  return last === undefined ? undefined : Number(last.replaceAll(',', ''))
}
