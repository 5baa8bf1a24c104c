/** Names of browsers in the order in which to look for them: Edge, Opera and Samsung also call themselves Chrome, and Chrome Safari. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
/** An iPad calls itself a Mac, so it has that name. Android is also a Linux. */
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns a short name of a browser, such as “Chrome, Windows”, from its `User-Agent`; null if it is unknown. */
export function knownBrowserName(userAgent: string): string | null {
  const find = (names: typeof browsers) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || null
}

/** Like `knownBrowserName`, but returns an unknown `User-Agent` itself. */
export const browserName = (userAgent: string): string => knownBrowserName(userAgent) ?? userAgent
