import type { Environment } from '../scenario/schema.ts'
import type { PageContext } from './page-context.ts'
import { takeTabReferrer } from './tab.ts'

/** `document.referrer` of the page to which the phone's browser returns from LINE Login. */
const LOGIN_REFERRERS: Readonly<Record<Environment['loginReferrer'], string>> = {
  'access.line.me': 'https://access.line.me/',
  'android-app': 'android-app://jp.naver.line.android/',
  none: '',
}

/**
 * Emulates `document.referrer`. LINE's pages are on the page's own origin here, but the SDK recognises a
 * return from LINE Login by LINE's origin. On Android it then loads the page once more, or asks the user to
 * open it in a browser.
 */
export function installReferrer({ config, urls }: Pick<PageContext, 'config' | 'urls'>): void {
  const given = document.referrer
  const real = takeTabReferrer() ?? given
  const { kind, loginReferrer } = config.environment
  const returned = kind !== 'liff' && isLoginReturn(location.search) && !real.includes('liffClientId')
  const lineOrigin = urls.lineOriginOf(real)
  const referrer = returned ? LOGIN_REFERRERS[loginReferrer] : lineOrigin === null ? real : `${lineOrigin}/`
  if (referrer !== given) define(Document.prototype, 'referrer', referrer)
  // LINE's app opens the browser without a referrer in a new tab.
  if (returned && loginReferrer === 'none') define(History.prototype, 'length', 1)
}

/** True if the query is the one with which LINE Login returns, and the SDK has not loaded the page again since. */
function isLoginReturn(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.has('liffClientId') && !query.has('liffIsEscapedFromApp')
}

function define(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { configurable: true, enumerable: true, get: () => value })
}
