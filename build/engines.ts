/**
 * The oldest browser engines that the customers' app supports (decision 044). Used by the build's target, the source
 * checks (tests/unit/newer-members.test.ts, tests/unit/engines.test.ts), the browser tests
 * (tests/e2e/oldest-phones.spec.ts) and the text for older phones (build/too-old.ts).
 */
export const phoneEngines = [
  { name: 'Android WebView', target: 'chrome', browser: 'webview_android', version: 92 },
  { name: 'Safari and WKWebView', target: 'safari', browser: 'safari_ios', version: 15.4 },
] as const

export type PhoneEngine = (typeof phoneEngines)[number]

/** For this target, Vite only transforms syntax; it does not add polyfills. */
export const phoneTargets: string[] = phoneEngines.map(({ target, version }) => `${target}${version}`)
