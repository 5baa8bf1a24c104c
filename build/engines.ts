/**
 * The oldest browser engines that the customers' app supports (decision 044). The build's target, the checks of the
 * source (tests/unit/newer-members.test.ts, tests/unit/engines.test.ts), the browser tests
 * (tests/e2e/oldest-phones.spec.ts) and the text for older phones (build/too-old.ts) use this table.
 */
export const phoneEngines = [
  { name: 'Android WebView', target: 'chrome', browser: 'webview_android', version: 92 },
  { name: 'Safari and WKWebView', target: 'safari', browser: 'safari_ios', version: 15.4 },
] as const

export type PhoneEngine = (typeof phoneEngines)[number]

/** Vite lowers only syntax to this target; it adds no methods. */
export const phoneTargets: string[] = phoneEngines.map(({ target, version }) => `${target}${version}`)
