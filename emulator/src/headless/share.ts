import { compareVersion } from '../compare-version.ts'
import { MAX_MESSAGES } from '../limits.ts'
import { requireApi } from './availability.ts'
import { liffError } from './liff-error.ts'
import type { Popup } from './page-state.ts'
import { accessTokenOf, configuredId, inClient, lineVersionOf, navigate, type Phone } from './phone.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { openPopup } from './sub-window-popup.ts'

type Result = { readonly result?: string; readonly resultDescription?: string }

/** How the user ends the share picker: sends the messages or cancels. */
export type ShareAnswer = 'success' | 'cancel'

/**
 * `liff.shareTargetPicker`: checks the arguments, gets a one-time token, opens the picker and polls for its
 * result. `answer` is how the user ends the picker; with null, polling continues until LINE has a result.
 * Every failure after the checks becomes EXCEPTION_IN_SUBWINDOW. Returns null on a LINE version that does not
 * report the result.
 */
export async function share(
  phone: Phone,
  messages: unknown,
  isMultiple: boolean,
  answer: ShareAnswer | null,
): Promise<ShareAnswer | null> {
  requireApi(phone, 'shareTargetPicker')
  if (!Array.isArray(messages) || messages.length === 0)
    throw liffError('INVALID_ARGUMENT', 'no proper argument')
  if (messages.length > MAX_MESSAGES)
    throw liffError('INVALID_ARGUMENT', 'exceed the limit of num of messages')
  try {
    return await runPicker(phone, messages, isMultiple, answer)
  } catch (error) {
    throw liffError('EXCEPTION_IN_SUBWINDOW', (error as Error).message)
  }
}

/** Milliseconds between two polls of the picker's result. */
const POLL_MS = 500
/** Milliseconds between two checks for whether the user has closed the popup. */
const HEALTH_CHECK_MS = 1000
/** Minutes after which the SDK stops polling. */
const TIMEOUT_MINUTES = 10

const PICKER = 'https://access.line.me/oauth2/v2.1/liff/shareTargetPicker'
const RESULT = `${PICKER}/result`

/**
 * Passes the messages to LINE's picker and lets the user answer it. LINE refuses invalid messages without showing
 * the picker. If the connection breaks, only the picker's result says what happened.
 */
async function answerPicker(
  phone: Phone,
  picked: URLSearchParams,
  data: string,
  answer: ShareAnswer | null,
): Promise<void> {
  const post = (fields: Record<string, string>) =>
    phone.lineScreen(`${PICKER}?${picked}`, { method: 'POST', body: new URLSearchParams(fields) })
  try {
    await post({ data })
    if (answer !== null) await post({ answer: answer === 'success' ? 'send' : 'cancel' })
  } catch {
    // The SDK does not see LINE's own requests.
  }
}

async function runPicker(
  phone: Phone,
  messages: readonly unknown[],
  isMultiple: boolean,
  answer: ShareAnswer | null,
): Promise<ShareAnswer | null> {
  const liffId = configuredId(phone)
  const popup = inClient(phone) ? null : openPopup(phone, 'liffpopup')
  const ott = `https://api.line.me/liff/v2/apps/${liffId}/ott`
  const token = (await sdkFetch(phone.fetch, accessTokenOf(phone), ott)) as { readonly ott: string }
  const picked = new URLSearchParams({ liffId, ott: token.ott })
  const referrer = { liffId, url: new URL(phone.page().url).origin }
  const data = JSON.stringify({ messages, isMultiple, referrer })
  if (inClient(phone)) {
    navigate(phone, `line://picker?${picked}&${new URLSearchParams({ data, closeModals: 'false' })}`)
    await answerPicker(phone, picked, data, answer)
    // LINE before 10.11.0 does not report the picker's result, so the SDK does not poll for it.
    const version = lineVersionOf(phone)
    if (version !== null && compareVersion(version, '10.11.0') < 0) return null
  } else {
    if (popup === null) throw liffError('CREATE_SUBWINDOW_FAILED')
    const url = `${PICKER}?${picked}`
    phone.recorded.windows.push({ url, external: true })
    popup.location.href = url
    await answerPicker(phone, picked, data, answer)
  }
  const ended = new AbortController()
  const { signal } = phone.page().gone
  signal.addEventListener('abort', () => ended.abort())
  if (popup !== null) void watchPopup(phone, popup, picked, ended.signal).catch(() => undefined)
  try {
    return await pollResult(phone, picked, ended.signal)
  } finally {
    ended.abort()
    popup?.close()
  }
}

async function pollResult(
  phone: Phone,
  picked: URLSearchParams,
  signal: AbortSignal,
): Promise<ShareAnswer | null> {
  const began = phone.now()
  while (phone.now() - began < TIMEOUT_MINUTES * 60_000) {
    const { result, resultDescription } = (await sdkFetch(
      phone.fetch,
      accessTokenOf(phone),
      `${RESULT}?${picked}`,
      {
        headers: { Accept: 'application/json' },
      },
    )) as Result
    if (result === 'SUCCESS') return 'success'
    if (result === 'CANCEL') return 'cancel'
    if (result) throw new Error(resultDescription)
    await phone.wait(POLL_MS, signal)
    // The page is navigating away, so the SDK's promise never settles.
    if (signal.aborted) return new Promise(() => {})
  }
  throw new Error(`Timeout: not finished within ${TIMEOUT_MINUTES}min`)
}

/** Cancels the picker when the user closes its popup. */
async function watchPopup(phone: Phone, popup: Popup, picked: URLSearchParams, signal: AbortSignal) {
  for (;;) {
    await phone.wait(HEALTH_CHECK_MS, signal)
    if (signal.aborted) return
    if (popup.closed) break
    popup.postMessage({ type: 'healthcheck' }, 'https://access.line.me')
  }
  await sdkFetch(phone.fetch, accessTokenOf(phone), `${RESULT}?${picked}`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'result=CANCEL',
  })
}
