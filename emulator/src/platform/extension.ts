/**
 * LINE's CDN adds these features to the full SDK inside LINE. As in LINE's own modules (`@liff/scan-code` and others),
 * each one runs the SDK's permission check, which throws if the feature is not allowed, and then sends a bridge
 * message.
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

/** Since LINE 9.19, iOS has no bridge message for the scanner, so `liff.scanCode` is missing there. */
function featuresOf(file: string): readonly Feature[] {
  return file.startsWith('ios-extensions')
    ? ['getAdvertisingId', 'addToHomeScreen']
    : ['scanCode', 'getAdvertisingId', 'addToHomeScreen']
}

/** `file` starts with `non-ios-extensions`, `ios-extensions` or `ios-918-extensions`, as on LINE's CDN. */
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
