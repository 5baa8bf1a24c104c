import { invalid } from '#server/errors.ts'

/** Throws VALIDATION if a parameter occurs twice. */
export function queryOf({ searchParams }: URL): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of searchParams) {
    if (name in query) throw invalid(name, 'duplicate')
    query[name] = value
  }
  return query
}
