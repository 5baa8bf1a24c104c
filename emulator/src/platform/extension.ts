/**
 * The features inside LINE that a script from LINE's CDN adds to the full SDK. Each one first runs the SDK's permission
 * check, which throws if the feature is not allowed, and then sends a bridge message, like @liff/scan-code,
 * @liff/get-advertising-id and @liff/add-to-home-screen.
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

/** LINE on iOS has no bridge message for the scanner since 9.19, so `liff.scanCode` is missing there. */
function featuresOf(file: string): readonly Feature[] {
  return file.startsWith('ios-extensions')
    ? ['getAdvertisingId', 'addToHomeScreen']
    : ['scanCode', 'getAdvertisingId', 'addToHomeScreen']
}

/** Returns the script of an extension file: `non-ios-extensions…`, `ios-extensions…` or `ios-918-extensions…`. */
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
