import { bangkokTime } from '#server/bangkok-time.ts'
import { table } from './table.ts'

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
