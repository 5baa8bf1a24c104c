import { compareVersion } from '../compare-version.ts'
import { liffError } from './liff-error.ts'
import { callNative } from './native-bridge.ts'
import { inClient, lineVersionOf, navigate, osOf, type Phone } from './phone.ts'

function windowOf(value: unknown): { url: string; external: boolean } | null {
  if (typeof value !== 'object' || value === null) return null
  const { url, external } = value as { url?: unknown; external?: unknown }
  if (typeof url !== 'string' || url === '') return null
  if (external !== undefined && typeof external !== 'boolean') return null
  return { url, external: external ?? false }
}

/** Records a window that the app opens, and passes it to the phone's `window.open`. */
export function recordWindow(
  phone: Phone,
  wanted: { readonly url: string; readonly external: boolean },
  address = wanted.url,
): void {
  phone.recorded.windows.push(wanted)
  phone.openPopup(address, inClient(phone) ? '' : '_blank', '')
}

/**
 * `liff.openWindow`. Throws INVALID_ARGUMENT if `url` is not a non-empty string or if `external` is given and
 * not a boolean.
 */
export function openWindow(phone: Phone, value: unknown): void {
  const wanted = windowOf(value)
  if (!wanted) throw liffError('INVALID_ARGUMENT', 'Invalid parameters for liff.openWindow()')
  if (!inClient(phone)) {
    recordWindow(phone, { ...wanted, external: true })
    return
  }
  const byWindow = phone.bridge === null || isNewIos(phone)
  if (byWindow) {
    recordWindow(phone, wanted, withBrowserParameter(wanted))
    return
  }
  phone.recorded.windows.push(wanted)
  void callNative(phone, 'openWindow', value).catch(() => undefined)
}

/** Adds `is_liff_external_open_window` as the first query parameter. It tells LINE which browser to open. */
function withBrowserParameter({ url, external }: { url: string; external: boolean }): string {
  const address = new URL(url)
  const rest = address.search.slice(1)
  address.search = `is_liff_external_open_window=${external}${rest === '' ? '' : `&${rest}`}`
  return address.href
}

function isNewIos(phone: Phone): boolean {
  const version = lineVersionOf(phone)
  return version !== null && osOf(phone) === 'ios' && compareVersion(version, '9.19.0') >= 0
}

/**
 * Bridge message that closes the app in LINE 10.15.0 and newer if LINE does not support the `liff://close`
 * scheme. It has no feature token and no callback.
 */
const CLOSE = ['closeWindow', '', '', ''] as const

/** `liff.closeWindow`: navigates to `liff://close` if the LINE version supports it, else posts a bridge message. */
export function closeWindow(phone: Phone): void {
  const version = lineVersionOf(phone)
  const byScheme =
    isNewIos(phone) ||
    (version !== null && osOf(phone) === 'android' && compareVersion(version, '11.6.0') >= 0)
  if (byScheme) navigate(phone, 'liff://close')
  else if (inClient(phone) && phone.bridge !== null && version !== null) {
    if (compareVersion(version, '10.15.0') < 0) void callNative(phone, 'closeWindow').catch(() => undefined)
    else {
      phone.recorded.bridge.push(CLOSE)
      void phone.bridge(CLOSE)
    }
  }
  phone.recorded.closed++
}
