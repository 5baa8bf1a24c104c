import { normalPath, staysAfterLogin } from '#contract/campaign-link.ts'

/** Returns the path to open after login (spec S2), or null to stay. */
export function afterLogin(path: string, redirect: string | null): string | null {
  if (redirect !== null) return redirect === path ? null : redirect
  return staysAfterLogin(path) ? null : '/'
}

/** Returns the path to open after registration, or null for home. */
export function afterJoining(opened: string, redirect: string | null): string | null {
  const [path = ''] = opened.split(/[?#]/)
  const to = redirect ?? (staysAfterLogin(path) ? opened : '/')
  return normalPath(to) === '/' ? null : to
}
