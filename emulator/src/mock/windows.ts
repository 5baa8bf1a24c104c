import { requireApi } from './availability.ts'
import { compareVersion } from './compare-version.ts'
import { liffError } from './liff-error.ts'
import { inClient, lineVersionOf, navigate, osOf, type Phone } from './phone.ts'

function windowOf(value: unknown): { url: string; external: boolean } | null {
  if (typeof value !== 'object' || value === null) return null
  const { url, external } = value as { url?: unknown; external?: unknown }
  if (typeof url !== 'string' || url === '') return null
  if (external !== undefined && typeof external !== 'boolean') return null
  return { url, external: external ?? false }
}

/** `liff.openWindow`: recorded; INVALID_ARGUMENT unless given a url, and a boolean if anything as `external`. */
export function openWindow(phone: Phone, value: unknown): void {
  const wanted = windowOf(value)
  if (!wanted) throw liffError('INVALID_ARGUMENT', 'Invalid parameters for liff.openWindow()')
  phone.recorded.windows.push(inClient(phone) ? wanted : { ...wanted, external: true })
}

/** `liff.closeWindow`: recorded, with `liff://close` where LINE is new enough for it. */
export function closeWindow(phone: Phone): void {
  const version = lineVersionOf(phone)
  const byScheme =
    version !== null &&
    ((osOf(phone) === 'ios' && compareVersion(version, '9.19') >= 0) ||
      (osOf(phone) === 'android' && compareVersion(version, '11.6.0') >= 0))
  if (byScheme) navigate(phone, 'liff://close')
  phone.recorded.closed++
}

const LIFF_URL = /^https:\/\/(liff|miniapp)\.line\.me\/./

/** The checks of `liff.subWindow.open` before anything is opened. */
export function checkSubWindow(phone: Phone, params: { readonly url?: unknown } | undefined): void {
  requireApi(phone, 'subwindowOpen')
  if (typeof params?.url !== 'string' || !LIFF_URL.test(params.url))
    throw liffError('INVALID_ARGUMENT', 'params.url must be liff url or mini url')
}
