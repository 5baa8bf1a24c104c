/** The fields of an object in a request or a message, which can contain anything. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the value if it is an object, and otherwise an object without fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
