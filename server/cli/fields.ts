import { bangkokTime } from '#server/bangkok-time.ts'
import { table } from './table.ts'

const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** One thing field by field. Its moments, in UTC for programs, are shown as the organiser's clock in Bangkok has them. */
export function fieldTable(data: Readonly<Record<string, unknown>>): string[] {
  return table(
    ['field', 'value'],
    Object.entries(data).map(([field, value]) => [
      field,
      textOf(value).replace(MOMENT, moment => bangkokTime(Date.parse(moment))),
    ]),
  )
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
