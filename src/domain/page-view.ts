import { LOG_PATH_MAX_LENGTH } from '#contract/limits.ts'

/**
 * Returns the path to log as a page view, or null if it is the same page as before (spec S2: each route change is
 * a page view). The query and hash are removed, because LINE puts credentials there.
 */
export function pageView(previous: string | null, path: string): string | null {
  const seen = path.replace(/[?#].*$/s, '').slice(0, LOG_PATH_MAX_LENGTH) || '/'
  return seen === previous ? null : seen
}
