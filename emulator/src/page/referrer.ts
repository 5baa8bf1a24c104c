import type { Environment } from '../scenario/schema.ts'
import type { PageContext } from './page-context.ts'
import { takeTabReferrer } from './tab.ts'
import { defineValue } from './wrap.ts'

const LOGIN_REFERRERS: Readonly<Record<Environment['loginReferrer'], string>> = {
  'access.line.me': 'https://access.line.me/',
  'android-app': 'android-app://jp.naver.line.android/',
  none: '',
}

/**
 * Emulates `document.referrer`. The SDK detects a return from LINE Login by LINE's origin, but emulated LINE pages
 * share the app's origin. On Android, the SDK then reloads the page or asks the user to open it in a browser.
 */
export function installReferrer({ config, urls }: Pick<PageContext, 'config' | 'urls'>): void {
  const given = document.referrer
  const real = takeTabReferrer() ?? given
  const { kind, loginReferrer } = config.environment
  const returned = kind !== 'liff' && isLoginReturn(location.search) && !real.includes('liffClientId')
  const lineOrigin = urls.lineOriginOf(real)
  const referrer = returned ? LOGIN_REFERRERS[loginReferrer] : lineOrigin === null ? real : `${lineOrigin}/`
  if (referrer !== given) defineValue(Document.prototype, 'referrer', referrer)
  // The LINE app opens the browser in a new tab without a referrer.
  if (returned && loginReferrer === 'none') defineValue(History.prototype, 'length', 1)
}

/** If `liffIsEscapedFromApp` is set, the SDK has already reloaded the page. */
function isLoginReturn(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.has('liffClientId') && !query.has('liffIsEscapedFromApp')
}
