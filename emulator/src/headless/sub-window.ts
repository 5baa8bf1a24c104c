import { requireApi } from './availability.ts'
import { isSubWindow } from './is-sub-window.ts'
import { liffError } from './liff-error.ts'
import { accessTokenOf, configuredId, inClient, navigate, type Phone, stored, storeValue } from './phone.ts'
import { JSON_HEADERS, sdkFetch } from './sdk-fetch.ts'
import { emit, endSubWindow, type SubWindowEnd, startWatching } from './sub-window-events.ts'
import { openSubWindowPopup, type Wanted } from './sub-window-popup.ts'
import { closeWindow } from './windows.ts'

/** The SDK's limits for polling a sub-window's result (spec S9). */
const MAX_RECONNECTS = 10
const RECONNECT_MS = 1000
const MAX_WAIT_MS = 600_000

const LIFF_URL = /^https:\/\/(?:liff|miniapp)\.line\.me\/([^/?#]+)/

export type SubWindowParams = {
  readonly url?: unknown
  readonly appData?: unknown
  readonly native?: object | undefined
}

/** Callback that runs after LINE has registered the sub-window and before the user sees it. */
export type BeforeTransition = () => Promise<void>

/**
 * `liff.subWindow.open`: opens a sub-window of the LINE app, or a popup outside LINE. Resolves when the
 * window is open.
 */
export function openSubWindow(
  phone: Phone,
  params: SubWindowParams | undefined,
  before?: BeforeTransition,
): Promise<void> {
  requireApi(phone, 'subwindowOpen')
  const url = typeof params?.url === 'string' ? params.url : ''
  const subLiffId = LIFF_URL.exec(url)?.[1]
  if (inClient(phone) && !stored(phone, 'mstChallenge'))
    return Promise.reject(liffError('UNAUTHORIZED', 'mst_challenge is invalid'))
  if (subLiffId === undefined)
    return Promise.reject(liffError('INVALID_ARGUMENT', 'params.url must be liff url or mini url'))
  const wanted = { url, subLiffId, appData: params?.appData }
  return inClient(phone)
    ? openInLine(phone, { ...wanted, view: viewOf(params?.native) }, before)
    : openSubWindowPopup(phone, wanted, before)
}

const DEFAULT_VIEW = { height: 'full', closeButtonPosition: 'right', closeButtonLabel: '' }

function viewOf(native: { readonly closeButtonColor?: string } = {}): Record<string, unknown> {
  return {
    ...DEFAULT_VIEW,
    ...native,
    closeButtonColor: native.closeButtonColor === 'white' ? '#ffffff' : '#000000',
  }
}

async function openInLine(
  phone: Phone,
  { url, ...wanted }: Wanted & { readonly view: object },
  before: BeforeTransition | undefined,
): Promise<void> {
  const mstChallenge = String(stored(phone, 'mstChallenge'))
  const body = JSON.stringify({ mainLiffId: configuredId(phone), mstChallenge, ...wanted })
  const { msit } = (await post(phone, 'https://api.line.me/liff/v2/sub/msit', body)) as { msit: string }
  // Start polling first: the result can arrive before the window is visible.
  void pollResult(phone, JSON.stringify({ msit, mstChallenge }))
  await before?.()
  navigate(phone, `liff://subwindow?url=${encodeURIComponent(url)}&${new URLSearchParams({ msit })}`)
}

function post(phone: Phone, url: string, body: string): Promise<unknown> {
  return sdkFetch(phone.fetch, accessTokenOf(phone), url, { method: 'POST', body })
}

const SERVER_ERROR = 'Some error happened in the server'

async function pollResult(phone: Phone, body: string): Promise<void> {
  const signal = startWatching(phone)
  const startedAt = phone.now()
  for (let tries = 0; tries < MAX_RECONNECTS && phone.now() - startedAt <= MAX_WAIT_MS; tries++) {
    const headers = { ...JSON_HEADERS, Authorization: `Bearer ${accessTokenOf(phone)}` }
    const pending = phone.fetch('https://liff.line.me/liff/v2/sub/waitResult', {
      method: 'POST',
      body,
      headers,
      signal,
    })
    const response = await pending.catch(() => null)
    if (signal.aborted) return
    if (response !== null && response.status < 500 && (await reportResult(phone, response))) return
    await phone.wait(RECONNECT_MS, signal)
    if (signal.aborted) return
  }
  emit(phone, 'error', liffError('UNKNOWN', 'Failed to connect'))
}

/**
 * Passes LINE's response about the sub-window's result to the page. Returns false if the SDK has to poll
 * again.
 */
async function reportResult(phone: Phone, response: Response): Promise<boolean> {
  const { status, result, errorDetail } = ((await response.json().catch(() => null)) ?? {}) as {
    readonly status?: string
    readonly result?: unknown
    readonly errorDetail?: string
  }
  if (response.status === 200 && status === 'error') return false
  if (response.status === 200 && (status === 'submit' || status === 'cancel' || status === 'close'))
    endSubWindow(phone, status, result)
  else if (response.status >= 400 && errorDetail !== undefined)
    emit(phone, 'error', liffError('INVALID_ARGUMENT', errorDetail))
  else emit(phone, 'error', liffError('UNKNOWN', SERVER_ERROR))
  return true
}

function requireChild(phone: Phone): void {
  if (!isSubWindow(phone)) throw liffError('UNAUTHORIZED', 'this api can be only called in child window')
}

/** LINE's response to a submitted result. */
type ResultReceipt = { status: string; result: string }

/** `liff.subWindow.submit`, `cancel` and `close`: sends the result to LINE, which passes it to the opening page. */
async function sendResult(phone: Phone, status: SubWindowEnd, result: unknown): Promise<ResultReceipt> {
  // Outside LINE the SDK would message the opening window, but a page in a test has no opener.
  if (!inClient(phone)) throw liffError('EXCEPTION_IN_SUBWINDOW')
  const mst = stored(phone, 'mst')
  if (!mst) throw liffError('UNAUTHORIZED', 'mst is invalid')
  const body = JSON.stringify({ mst, status, result })
  const receipt = (await post(phone, 'https://api.line.me/liff/v2/sub/result', body)) as ResultReceipt
  phone.page().subWindows.ended = true
  return receipt
}

/**
 * Closes the page. Inside LINE, first reports "close" to the opening page unless this page has already sent a
 * result.
 */
async function closeChild(phone: Phone): Promise<void> {
  if (inClient(phone) && phone.page().subWindows.ended !== true) await sendResult(phone, 'close', {})
  closeWindow(phone)
}

/** Creates the `liff.subWindow` calls that are only allowed inside a sub-window. */
export function childCalls(phone: Phone) {
  const answer =
    (status: 'submit' | 'cancel') =>
    (result: unknown = {}) => {
      requireChild(phone)
      return sendResult(phone, status, result)
    }
  return {
    submit: answer('submit'),
    cancel: answer('cancel'),
    close: () => {
      requireChild(phone)
      return closeChild(phone)
    },
    getAppData: async () => {
      requireChild(phone)
      return JSON.parse(String(stored(phone, 'appData') ?? '{}')) as Record<string, unknown>
    },
  }
}

/** Runs at init in a sub-window: stores its `mst` (LINE's token for the sub-window) and the opening page's app data. */
export async function enterSubWindow(phone: Phone, hash: URLSearchParams): Promise<void> {
  for (const [name, part] of [
    ['msit', 'msit'],
    ['mstVerifier', 'mst_verifier'],
  ] as const)
    if (hash.has(part)) storeValue(phone, name, hash.get(part))
  const [msit, mstVerifier] = [stored(phone, 'msit'), stored(phone, 'mstVerifier')]
  if (!stored(phone, 'mst') && msit && mstVerifier) {
    const body = JSON.stringify({ msit, mstVerifier })
    storeValue(
      phone,
      'mst',
      ((await post(phone, 'https://api.line.me/liff/v2/sub/mst', body)) as { mst: string }).mst,
    )
  }
  const mst = stored(phone, 'mst')
  if (!mst) return
  const answer = await post(phone, 'https://api.line.me/liff/v2/sub/appData', JSON.stringify({ mst }))
  const { data } = answer as { data?: unknown }
  if (data) storeValue(phone, 'appData', JSON.stringify(data))
}
