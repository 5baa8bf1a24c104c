/**
 * The oldest browser engines that the app for customers supports, with the reasons in
 * docs/decisions/044-the-oldest-supported-phones.md. The build's target, the checks of the source code
 * (tests/unit/newer-members.test.ts, tests/unit/engines.test.ts), the browser tests (tests/e2e/oldest-phones.spec.ts) and
 * the text for older phones (build/too-old.ts) derive from this table.
 */
export const phoneEngines = [
  { name: 'Android WebView', target: 'chrome', browser: 'webview_android', version: 92 },
  { name: 'Safari and WKWebView', target: 'safari', browser: 'safari_ios', version: 15.4 },
] as const

export type PhoneEngine = (typeof phoneEngines)[number]

/** Vite's target for the app and its worker. It lowers syntax, but adds no methods. */
export const phoneTargets: string[] = phoneEngines.map(({ target, version }) => `${target}${version}`)
