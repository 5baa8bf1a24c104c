import { assertNever } from './assert-never.ts'
import type { Environment } from './scenario/schema.ts'

/** The WebView of a mid-range Android phone. */
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.200 Mobile Safari/537.36'
const ANDROID_BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const IPHONE_BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1'
const IPAD = IPHONE.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS')
const IPAD_BROWSER = IPHONE_BROWSER.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS')
const WEB =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

function device(os: Environment['os'], inLine: boolean): string {
  switch (os) {
    case 'android':
      return inLine ? ANDROID : ANDROID_BROWSER
    case 'ios':
      return inLine ? `${IPHONE} Safari` : IPHONE_BROWSER
    case 'ipad':
      return inLine ? `${IPAD} Safari` : IPAD_BROWSER
    case 'web':
      return WEB
    default:
      return assertNever(os)
  }
}

/** Returns null to keep a desktop browser's own user agent. The end of the string identifies LINE's browsers. */
export function userAgentOf({ kind, os, lineVersion }: Environment): string | null {
  switch (kind) {
    case 'liff':
      return `${device(os, true)} Line/${lineVersion} LIFF`
    case 'line-browser':
      return `${device(os, true)} Line/${lineVersion}/IAB`
    case 'external':
      return os === 'web' ? null : device(os, false)
    default:
      return assertNever(kind)
  }
}
