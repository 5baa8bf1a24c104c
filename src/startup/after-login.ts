import { normalPath, staysAfterLogin } from '#contract/campaign-link.ts'

/**
 * Returns the path to open after login (spec S2), or null to stay on `path`. If `redirect` is given, the customer
 * goes there. Otherwise the customer stays on the pages that spec S2 names and on any path that starts with
 * /receipt, and goes home from all other pages.
 */
export function afterLogin(path: string, redirect: string | null): string | null {
  if (redirect !== null) return redirect === path ? null : redirect
  return staysAfterLogin(path) ? null : '/'
}

/**
 * Returns the screen at which a customer who has to register first arrives after that: the redirect, or the screen that was
 * opened (`opened`, with its query and hash) if spec S2 lets customers stay there after login. Returns null for home.
 */
export function afterJoining(opened: string, redirect: string | null): string | null {
  const [path = ''] = opened.split(/[?#]/)
  const to = redirect ?? (staysAfterLogin(path) ? opened : '/')
  return normalPath(to) === '/' ? null : to
}
