import { bangkokTime } from '#server/bangkok-time.ts'

/** Formats rows as aligned text columns. Thai vowels and tone marks above or below a letter have no width. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => widthOf(row[column] ?? ''))))
  return [head, ...rows].map(row =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const widthOf = (text: string): number => [...text].filter(char => !/\p{Mn}/u.test(char)).length

/** Returns the line below a list: the number of rows, plus the total and `how` to show the rest if there are more. */
export const countLine = (shown: number, total: number, what: string, how: string): string =>
  shown < total
    ? `${shown} of ${total.toLocaleString('en')} ${what}; ${how}`
    : `${total.toLocaleString('en')} ${what}`

const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Formats an object as a table of fields and values. Converts ISO times from UTC to Bangkok time. */
export function fieldTable(data: Readonly<Record<string, unknown>>): string[] {
  return table(
    ['field', 'value'],
    Object.entries(data).map(([field, value]) => [
      field,
      textOf(value).replace(ISO_TIME, time => bangkokTime(Date.parse(time))),
    ]),
  )
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
