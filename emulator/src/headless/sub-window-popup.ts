import { randomBytes } from 'node:crypto'
import { liffError } from './liff-error.ts'
import type { Popup } from './page-state.ts'
import { accessTokenOf, osOf, type Phone } from './phone.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { endSubWindow, startWatching } from './sub-window-events.ts'

/** Milliseconds between two health checks of the popup. */
const HEALTH_CHECK_MS = 100

const IDENTIFIER_LENGTH = 12
const KEY_BYTES = 16
const FEATURES = 'width=480, height=640, menubar=no, toolbar=no, scrollbars=yes'

/** Opens an empty popup as the SDK does: on an iPhone, without a window name and features. */
export function openPopup(phone: Phone, name: string): Popup | null {
  return isIphone(phone) ? phone.openPopup('', '', '') : phone.openPopup('', name, FEATURES)
}

function isIphone(phone: Phone): boolean {
  return osOf(phone) === 'ios' && phone.scenario().environment.os !== 'ipad'
}

/** The sub-window to open, and the data to pass to it. */
export type Wanted = { readonly url: string; readonly subLiffId: string; readonly appData: unknown }

/**
 * Opens a sub-window outside LINE: a popup, plus the hidden page that relays messages between both windows.
 * Opens the popup before the first `await`, because browsers block popups that are not opened directly by a
 * click.
 */
export async function openSubWindowPopup(
  phone: Phone,
  { url, subLiffId, appData }: Wanted,
  before: (() => Promise<void>) | undefined,
): Promise<void> {
  const signal = startWatching(phone)
  const popup = openPopup(phone, 'liffsubwindow')
  const identifier = phone.random(IDENTIFIER_LENGTH).replace(/[^0-9A-Za-z]/g, '0')
  await phone.fetch('https://liff-subwindow.line.me/liff/v2/sub/messageHandler', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ identifier }).toString(),
  })
  const origins = `https://api.line.me/liff/v2/sub/${subLiffId}/origin`
  const target = (await sdkFetch(phone.fetch, accessTokenOf(phone), origins)) as {
    readonly origin: string
    readonly subwindowCommonModule: boolean
  }
  if (popup === null) throw liffError('CREATE_SUBWINDOW_FAILED')
  if (!target.subwindowCommonModule) return popup.close()
  phone.page().subWindows.popup = popup
  try {
    await before?.()
  } catch (error) {
    popup.close()
    throw error
  }
  const address = new URL(url)
  address.hostname = address.hostname.replace(/^[^.]+/, '$&-ext')
  address.searchParams.append('liff.subwindow', 'true')
  address.searchParams.append('liff.subwindow.identifier', identifier)
  address.searchParams.append('liff.subwindow.cryptokey', randomBytes(KEY_BYTES).toString('base64url'))
  popup.location.href = address.href
  void watchPopup(phone, popup, { origin: target.origin, appData, signal })
}

type Watched = { readonly origin: string; readonly appData: unknown; readonly signal: AbortSignal }

async function watchPopup(phone: Phone, popup: Popup, { origin, appData, signal }: Watched): Promise<void> {
  const greeting = {
    type: 'healthCheck',
    ...(appData === undefined ? {} : { message: JSON.stringify(appData) }),
  }
  for (;;) {
    await phone.wait(HEALTH_CHECK_MS, signal)
    if (signal.aborted) return
    if (popup.closed) return endSubWindow(phone, 'close', {})
    popup.postMessage(greeting, origin)
  }
}
