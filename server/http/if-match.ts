import { invalid } from '#server/errors.ts'

/**
 * The version that `If-Match` names: the number of the object's `version`, quoted as entity tags are or bare.
 * Null where the caller did not say, or says that any will do. Throws VALIDATION for anything else.
 */
export function versionOf(headers: Headers): number | null {
  const given = headers.get('if-match')?.trim()
  if (given === undefined || given === '*') return null
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given)
  if (!match) throw invalid('If-Match', 'version')
  return Number(match[1])
}
