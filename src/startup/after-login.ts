const staysAfterLogin = new Set(['/qrcode', '/confirm', '/updateprofile', '/thanks', '/receipthistory'])

/** A path as the router compares it: case and a slash at the end do not count. */
export function normalPath(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase() || '/'
}

/**
 * Where a customer goes after login (S2): to `redirect` where there is one; stays on the pages that S2 names and on
 * any path that begins with /receipt; else home. Null: stays.
 */
export function afterLogin(path: string, redirect: string | null): string | null {
  if (redirect !== null) return redirect === path ? null : redirect
  const here = normalPath(path)
  if (here === '/' || staysAfterLogin.has(here) || here.startsWith('/receipt')) return null
  return '/'
}
