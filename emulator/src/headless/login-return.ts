import { compareVersion } from '../compare-version.ts'
import { inClient, navigate, osOf, type Phone } from './phone.ts'

/** How the browser came to the page: `document.referrer` and `history.length`. */
export type Arrival = { readonly referrer: string; readonly historyLength: number }

const ALERT_SCRIPTS = ['luivendor.js', 'lui-alert.js']

/** Query parameter with which LINE's app states its version. From 13.10.0 on, it returns to the right browser. */
function lineAppVersionIn(url: string): string | null {
  return URL.canParse(url) ? new URL(url).searchParams.get('lineAppVersion') : null
}

/**
 * What the SDK does at the end of `init` if LINE Login has returned to a browser on Android: it loads the page
 * once more, or asks the user to open the page in a browser.
 *
 * @returns false if the SDK asks the user. Its `init` then never settles.
 */
export async function finishLoginReturn(phone: Phone): Promise<boolean> {
  const { url } = phone.page()
  const { referrer, historyLength } = phone.arrival
  const version = lineAppVersionIn(url) ?? lineAppVersionIn(referrer)
  if (version !== null && compareVersion(version, '13.10.0') >= 0) return true
  const query = new URL(url).searchParams
  if (inClient(phone) || osOf(phone) !== 'android' || query.has('liffIsEscapedFromApp')) return true
  const returned = query.has('liffClientId')
  if (returned && referrer.includes('access.line.me')) {
    const again = new URL(url)
    again.searchParams.set('liffIsEscapedFromApp', 'true')
    navigate(phone, again.href)
    return true
  }
  const fromApp = referrer.includes('android-app://') || (referrer === '' && historyLength === 1)
  const fromReturned = referrer.includes('liffClientId') && !referrer.includes('liffIsEscapedFromApp')
  if (!(returned && fromApp) && !fromReturned) return true
  for (const file of ALERT_SCRIPTS)
    await phone.fetch(`https://static.line-scdn.net/lui/edge/versions/1.13.0/${file}`)
  return false
}
