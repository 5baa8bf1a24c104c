import { LOG_PATH_MAX_LENGTH } from '#contract/limits.ts'

/**
 * S2: each route change is a page view. Query and hash, where LINE leaves credentials, are never part of it.
 * Null: the same page as before.
 */
export function pageView(previous: string | null, path: string): string | null {
  const seen = path.replace(/[?#].*$/s, '').slice(0, LOG_PATH_MAX_LENGTH) || '/'
  return seen === previous ? null : seen
}
