import { invalid } from '#server/errors.ts'

/** Returns the required version, quoted like an ETag or bare; null if the header is missing or `*`. */
export function versionOf(headers: Headers): number | null {
  const given = headers.get('if-match')?.trim()
  if (given === undefined || given === '*') return null
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given)
  if (!match) throw invalid('If-Match', 'version')
  return Number(match[1])
}
