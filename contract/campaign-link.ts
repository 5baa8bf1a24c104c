/** Screens on which a customer stays after login (spec S2), in lower case. So do the paths that start with /receipt. */
const stays: ReadonlySet<string> = new Set([
  '/',
  '/qrcode',
  '/confirm',
  '/updateprofile',
  '/thanks',
  '/receipthistory',
])

/** Normalises a path in the way the router compares paths: lower case, without a trailing slash. */
export function normalPath(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase() || '/'
}

/** True if a customer who opens this path stays there after login. From all other paths, the customer goes home (spec S2). */
export function staysAfterLogin(path: string): boolean {
  const here = normalPath(path)
  return stays.has(here) || here.startsWith('/receipt')
}

/**
 * Returns the address that opens a screen of the app, as a path of the app's origin. `to` is the screen's path with its
 * query and hash. If a login would lead from there to home, the address names the screen in `redirect` (spec S2).
 */
export function campaignPath(to: string): string {
  const [path = ''] = to.split(/[?#]/)
  return staysAfterLogin(path) ? to : `/?redirect=${encodeURIComponent(to)}`
}

/** Returns the link that opens a screen of the campaign in LINE, home by default. For `to` see `campaignPath`. */
export function campaignLink(liffId: string, to = '/'): string {
  return `https://liff.line.me/${liffId}${campaignPath(to).replace(/^\/(?=\?|#|$)/, '')}`
}
