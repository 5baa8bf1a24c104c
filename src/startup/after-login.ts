const staysAfterLogin = new Set(['/qrcode', '/confirm', '/updateprofile', '/thanks', '/receipthistory'])

/** Normalises a path in the way the router compares paths: lower case, without a trailing slash. */
export function normalPath(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase() || '/'
}

/**
 * Returns the path to open after login (spec S2), or null to stay on `path`. If `redirect` is given, the customer
 * goes there. Otherwise the customer stays on the pages that spec S2 names and on any path that starts with
 * /receipt, and goes home from all other pages.
 */
export function afterLogin(path: string, redirect: string | null): string | null {
  if (redirect !== null) return redirect === path ? null : redirect
  const here = normalPath(path)
  if (here === '/' || staysAfterLogin.has(here) || here.startsWith('/receipt')) return null
  return '/'
}

/**
 * Returns the path at which a customer who has to register first arrives after that: the redirect, or the page that was
 * opened if spec S2 lets customers stay there after login. Returns null for home.
 */
export function afterJoining(path: string, redirect: string | null): string | null {
  const to = afterLogin(path, redirect) ?? path
  return normalPath(to) === '/' ? null : to
}
