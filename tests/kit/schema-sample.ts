import * as v from 'valibot'

type Schema = v.GenericSchema

/** Strings in every format that the desk's contract uses: ids, tokens, hashes, times, positions in a list, codes. */
const texts = [
  '01920000-0000-7000-8000-00000000abcd',
  'A'.repeat(43),
  'a'.repeat(64),
  '2026-11-27T12:00:00+07:00',
  '2026-11-27',
  '1-1',
  '1-01920000-0000-7000-8000-00000000abcd',
  '1_1_01920000-0000-7000-8000-00000000abcd',
  '1',
  'ABCD1234',
  'text',
]
const numbers = [1, 0, 100, 1_000_000, 1_790_000_000_000]

/** The parts of a valibot schema that `sampleOf` and `textsIn` read. */
type Parts = {
  readonly type: string
  readonly wrapped?: Schema
  readonly item?: Schema
  readonly entries?: Readonly<Record<string, Schema>>
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** Returns the first candidate that the schema accepts, or simply the first candidate if it accepts none. */
const accepted = (schema: Schema, candidates: readonly unknown[]): unknown =>
  candidates.find(one => v.is(schema, one)) ?? candidates[0]

/** Returns a value that a schema of the contract accepts. Throws if it does not know the type of the schema. */
export function sampleOf(schema: Schema): unknown {
  const { type, wrapped, item, entries, options, literal } = schema as unknown as Parts
  switch (type) {
    case 'string':
      return accepted(schema, texts)
    case 'number':
      return accepted(schema, numbers)
    case 'boolean':
      return true
    case 'literal':
      return literal
    case 'picklist':
      return options?.[0]
    case 'variant':
    case 'union':
      return sampleOf(options?.[0] as Schema)
    case 'nullable':
    case 'optional':
      return sampleOf(wrapped as Schema)
    case 'array':
      return accepted(schema, [[sampleOf(item as Schema)], []])
    case 'record':
      return {}
    case 'strict_object':
    case 'object':
      return Object.fromEntries(
        Object.entries(entries ?? {}).map(([name, entry]) => [name, sampleOf(entry)] as const),
      )
    default:
      throw new Error(`sampleOf does not know the schema ${type}`)
  }
}

/** Returns all string schemas inside a schema, including those in each branch of a union. */
export function textsIn(schema: Schema): readonly Schema[] {
  const { type, wrapped, item, entries, options } = schema as unknown as Parts
  if (type === 'string') return [schema]
  const branches = type === 'variant' || type === 'union' ? (options as readonly Schema[]) : []
  const parts = [...(wrapped ? [wrapped] : []), ...(item ? [item] : []), ...Object.values(entries ?? {})]
  return [...parts, ...branches].flatMap(textsIn)
}

/** Returns one copy of a JSON value for each of its parts, with that part replaced. The whole value is a part. */
export function replacements(value: unknown, by: unknown): readonly unknown[] {
  if (Array.isArray(value))
    return [
      by,
      ...value.flatMap((part, at) => replacements(part, by).map(changed => value.with(at, changed))),
    ]
  if (typeof value !== 'object' || value === null) return [by]
  return [
    by,
    ...Object.entries(value).flatMap(([name, part]) =>
      replacements(part, by).map(changed => ({ ...value, [name]: changed })),
    ),
  ]
}
