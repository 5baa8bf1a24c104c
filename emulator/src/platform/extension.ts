/**
 * The client features that LINE's CDN adds to the full SDK. Each first asks the SDK's own permission check (which
 * throws), then goes over the bridge, as @liff/scan-code, @liff/get-advertising-id and @liff/add-to-home-screen do.
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

/** iOS LINE from 9.19 on has no bridge for the scanner: `liff.scanCode` is not there at all. */
function featuresOf(file: string): readonly Feature[] {
  return file.startsWith('ios-extensions')
    ? ['getAdvertisingId', 'addToHomeScreen']
    : ['scanCode', 'getAdvertisingId', 'addToHomeScreen']
}

/** The script of one extension file: `non-ios-extensions…`, `ios-extensions…` or `ios-918-extensions…`. */
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
