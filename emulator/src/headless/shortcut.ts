import { requireApi } from './availability.ts'
import { liffError } from './liff-error.ts'
import { parseAppUrl } from './permanent-link.ts'
import { accessTokenOf, configuredId, contextOf, inClient, navigate, osOf, type Phone } from './phone.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { recordWindow } from './windows.ts'

export type ShortcutParams = { readonly url?: unknown; readonly description?: unknown }

const idInLink = (url: string) => /^https:\/\/liff\.line\.me\/(\d+-\w+)/.exec(url)?.[1] ?? null

/**
 * `liff.createShortcutOnHomeScreen`, or the internal function for LINE's own apps: navigates to LINE's URL scheme inside LINE on Android, otherwise opens
 * the page of LINE's shortcut service.
 */
export async function createShortcut(
  phone: Phone,
  api: 'createShortcutOnHomeScreen' | 'internalCreateShortcutOnHomeScreen',
  params: ShortcutParams | undefined,
): Promise<void> {
  requireApi(phone, api)
  const { url, description } = params ?? {}
  if (typeof url !== 'string' || url === '') throw liffError('INVALID_ARGUMENT', 'no proper argument')
  if (url.startsWith('line://')) throw liffError('FORBIDDEN', 'No permission to specify line schema in url.')
  if (description) throw liffError('FORBIDDEN', 'No permission to specify description.')
  const liffId = configuredId(phone)
  const context = contextOf(phone)
  if (!context) throw liffError('FORBIDDEN', 'Could not get Context from server.')
  if (context.liffId !== idInLink(url)) parseAppUrl(String(context.endpointUrl), url)
  if (osOf(phone) === 'android' && inClient(phone))
    return navigate(phone, `line://shortcut/liff?${new URLSearchParams({ liffId, targetUrl: url })}`)
  const service = `https://liff-shortcut.line.me/api/shortcut?${new URLSearchParams({ liffId, url })}`
  const { shortcutPageUrl } = (await sdkFetch(phone.fetch, accessTokenOf(phone), service)) as {
    shortcutPageUrl: string
  }
  recordWindow(phone, { url: shortcutPageUrl, external: true })
}
