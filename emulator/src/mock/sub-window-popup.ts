import { randomBytes } from 'node:crypto'
import { liffError } from './liff-error.ts'
import type { Popup } from './page-state.ts'
import { accessTokenOf, osOf, type Phone } from './phone.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { endSubWindow, startWatching } from './sub-window-events.ts'

/** How often the SDK greets the popup and looks whether it was closed, milliseconds. */
const HEALTH_CHECK_MS = 100

const IDENTIFIER_LENGTH = 12
const KEY_BYTES = 16
const FEATURES = 'width=480, height=640, menubar=no, toolbar=no, scrollbars=yes'

/** A popup as the SDK opens it: an iPhone is asked for a plain one. */
export function openPopup(phone: Phone, name: string): Popup | null {
  return isIphone(phone) ? phone.openPopup('', '', '') : phone.openPopup('', name, FEATURES)
}

function isIphone(phone: Phone): boolean {
  return osOf(phone) === 'ios' && phone.scenario().environment.os !== 'ipad'
}

/** The app that is to be shown, and what it is handed. */
export type Wanted = { readonly url: string; readonly subLiffId: string; readonly appData: unknown }

/** A sub-window outside LINE: a popup, opened before anything is waited for, and the page that carries the messages. */
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
  const known = (await sdkFetch(phone.fetch, accessTokenOf(phone), origins)) as {
    readonly origin: string
    readonly subwindowCommonModule: boolean
  }
  if (popup === null) throw liffError('CREATE_SUBWINDOW_FAILED')
  if (!known.subwindowCommonModule) return popup.close()
  phone.page().subWindows.popup = popup
  try {
    await before?.()
  } catch (error) {
    popup.close()
    throw error
  }
  const target = new URL(url)
  target.hostname = target.hostname.replace(/^[^.]+/, '$&-ext')
  target.searchParams.append('liff.subwindow', 'true')
  target.searchParams.append('liff.subwindow.identifier', identifier)
  target.searchParams.append('liff.subwindow.cryptokey', randomBytes(KEY_BYTES).toString('base64url'))
  popup.location.href = target.href
  void watchPopup(phone, popup, { origin: known.origin, appData, signal })
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
