import { configuredId, inClient, type Phone, stored, storeValue } from './phone.ts'

/**
 * `liff.isSubWindow`. Inside LINE, the user agent decides. Elsewhere the URL decides, and the result is
 * stored for the session.
 */
export function isSubWindow(phone: Phone): boolean {
  const { child, url } = phone.page()
  if (inClient(phone)) return child
  configuredId(phone)
  const { searchParams } = new URL(url)
  if (searchParams.has('liff.subwindow')) storeValue(phone, 'inSubWindow', true)
  const identifier = 'liff.subwindow.identifier'
  const state = new URLSearchParams(searchParams.get('liff.state') ?? '')
  return (
    stored(phone, 'inSubWindow') === true || Boolean(searchParams.get(identifier) || state.get(identifier))
  )
}
