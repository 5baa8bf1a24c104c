/** The order matters: Edge, Opera and Samsung Internet also claim to be Chrome, and Chrome claims to be Safari. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
/** The order matters: Android also claims to be Linux. An iPad that claims to be a Mac is shown as a Mac. */
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** For example “Chrome, Windows”. Returns null if the browser is unknown. */
export function knownBrowserName(userAgent: string): string | null {
  const find = (names: typeof browsers) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || null
}

export const browserName = (userAgent: string): string => knownBrowserName(userAgent) ?? userAgent
