/** Lower-case paths of screens that remain open after login (spec S2). All paths under /receipt also remain open. */
const stays: ReadonlySet<string> = new Set([
  '/',
  '/qrcode',
  '/confirm',
  '/updateprofile',
  '/thanks',
  '/receipthistory',
])

/** Normalises a path like the router: lower case, without a trailing slash. */
export function normalPath(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase() || '/'
}

export function staysAfterLogin(path: string): boolean {
  const here = normalPath(path)
  return stays.has(here) || here.startsWith('/receipt')
}

/**
 * Returns the path that opens a screen. `to` is the screen's path with its query and hash. If login would send the
 * customer from that screen to home, the returned path contains the screen in `redirect` (spec S2).
 */
export function campaignPath(to: string): string {
  const [path = ''] = to.split(/[?#]/)
  return staysAfterLogin(path) ? to : `/?redirect=${encodeURIComponent(to)}`
}

/** Like `campaignPath`, but returns a LINE link. */
export function campaignLink(liffId: string, to = '/'): string {
  return `https://liff.line.me/${liffId}${campaignPath(to).replace(/^\/(?=\?|#|$)/, '')}`
}
