/** A part of a message. The panel shows messages of any content, so each field is read with one of these functions. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the value if it is an object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** Returns the objects of a list; none if the value is not a list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** Returns a text or a number as a text, otherwise an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : ''
}

/** Returns a number, even if it is given as text; otherwise undefined. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
