/**
 * The features inside LINE that a script from LINE's CDN adds to the full SDK. Each feature first runs the
 * SDK's permission check, which throws if the feature is not allowed. It then sends a bridge message, as
 * @liff/scan-code, @liff/get-advertising-id and @liff/add-to-home-screen do.
 */
const FEATURES = {
  scanCode: `liff => () => liff._call('scanCode')`,
  getAdvertisingId: `liff => () => liff._call('getAdvertisingId').then(({ advertisingId }) => advertisingId)`,
  addToHomeScreen: `liff => async ({ name, iconUrl, state, lineResourcePath } = {}) => {
    if (!name || !iconUrl || !state)
      throw Object.assign(new Error('Invalid parameters for liff.addToHomeScreen()'), { code: 'INVALID_ARGUMENT' })
    const path = state.startsWith('/') ? state.slice(1) : state
    return (await liff._call('addToHomeScreen', { name, iconUrl, state: path, lineResourcePath })).status
  }`,
} as const

type Feature = keyof typeof FEATURES

/**
 * Returns the features in an extension file. `liff.scanCode` is missing on iOS since LINE 9.19, which has no
 * bridge message for the scanner.
 */
function featuresOf(file: string): readonly Feature[] {
  return file.startsWith('ios-extensions')
    ? ['getAdvertisingId', 'addToHomeScreen']
    : ['scanCode', 'getAdvertisingId', 'addToHomeScreen']
}

/**
 * Returns the content of an extension file: `non-ios-extensions…`, `ios-extensions…` or
 * `ios-918-extensions…`.
 */
export function extensionScript(file: string): string {
  const features = featuresOf(file).map(name => `${name}: ${FEATURES[name]}`)
  return `(() => {
const features = {
  ${features.join(',\n  ')}
}
window.liffClientExtension = {
  install(liff, checks) {
    for (const [name, create] of Object.entries(features)) {
      const run = create(liff)
      liff[name] = (...args) => {
        const refused = checks[name] && checks[name](liff)
        return refused || run(...args)
      }
    }
  },
}
})()
`
}
