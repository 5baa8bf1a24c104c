/** Screens that stay open after login (spec S2), in lower case. Paths under /receipt stay open as well. */
const stays: ReadonlySet<string> = new Set([
  '/',
  '/qrcode',
  '/confirm',
  '/updateprofile',
  '/thanks',
  '/receipthistory',
])

/** Normalises a path as the router does: lower case, no trailing slash. */
export function normalPath(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase() || '/'
}

/** False if a customer who opens this path lands on home after login (spec S2). */
export function staysAfterLogin(path: string): boolean {
  const here = normalPath(path)
  return stays.has(here) || here.startsWith('/receipt')
}

/**
 * Returns the path that opens a screen of the app. `to` is the screen's path with its query and hash. If login would
 * send the customer from there to home, the path names the screen in `redirect` (spec S2).
 */
export function campaignPath(to: string): string {
  const [path = ''] = to.split(/[?#]/)
  return staysAfterLogin(path) ? to : `/?redirect=${encodeURIComponent(to)}`
}

/** Returns the LINE link that opens a screen of the campaign. For `to` see `campaignPath`. */
export function campaignLink(liffId: string, to = '/'): string {
  return `https://liff.line.me/${liffId}${campaignPath(to).replace(/^\/(?=\?|#|$)/, '')}`
}
