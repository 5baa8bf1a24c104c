import { LOG_PATH_MAX_LENGTH } from '#contract/limits.ts'

/** Returns null if the path has not changed (spec S2). Omits the query and hash, where LINE puts credentials. */
export function pageView(previous: string | null, path: string): string | null {
  const seen = path.replace(/[?#].*$/s, '').slice(0, LOG_PATH_MAX_LENGTH) || '/'
  return seen === previous ? null : seen
}
