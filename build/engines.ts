/** The oldest browser engines that the customers' app supports (decision 044). */
export const phoneEngines = [
  { name: 'Android WebView', target: 'chrome', browser: 'webview_android', version: 92 },
  { name: 'Safari and WKWebView', target: 'safari', browser: 'safari_ios', version: 15.4 },
] as const

export type PhoneEngine = (typeof phoneEngines)[number]

/** For this target, Vite only transforms syntax; it adds no polyfills. */
export const phoneTargets: string[] = phoneEngines.map(({ target, version }) => `${target}${version}`)
