import { requireApi } from './availability.ts'
import { compareVersion } from './compare-version.ts'
import { liffError } from './liff-error.ts'
import { accessTokenOf, configuredId, inClient, lineVersionOf, navigate, type Phone } from './phone.ts'
import { sdkFetch } from './sdk-fetch.ts'
import { recordWindow } from './windows.ts'

type Result = { readonly result?: string; readonly resultDescription?: string }

/** How the user leaves the share picker. */
export type ShareAnswer = 'success' | 'cancel'

/**
 * `liff.shareTargetPicker`: checks, a one-time token, the picker, and how it ended. Where LINE still waits for the user,
 * `answer` is what the user does. Whatever fails once it is open is an EXCEPTION_IN_SUBWINDOW.
 * Null: nobody knows how it ended.
 */
export async function share(
  phone: Phone,
  messages: unknown,
  isMultiple: boolean,
  answer: ShareAnswer,
): Promise<ShareAnswer | null> {
  requireApi(phone, 'shareTargetPicker')
  if (!Array.isArray(messages) || messages.length === 0)
    throw liffError('INVALID_ARGUMENT', 'no proper argument')
  if (messages.length > 5) throw liffError('INVALID_ARGUMENT', 'exceed the limit of num of messages')
  try {
    return await pick(phone, messages, isMultiple, answer)
  } catch (error) {
    throw liffError('EXCEPTION_IN_SUBWINDOW', (error as Error).message)
  }
}

async function pick(
  phone: Phone,
  messages: readonly unknown[],
  isMultiple: boolean,
  answer: ShareAnswer,
): Promise<ShareAnswer | null> {
  const liffId = configuredId(phone)
  const token = accessTokenOf(phone)
  const { ott } = (await sdkFetch(phone.fetch, token, `https://api.line.me/liff/v2/apps/${liffId}/ott`)) as {
    ott: string
  }
  const picked = new URLSearchParams({ liffId, ott })
  if (inClient(phone)) {
    const data = JSON.stringify({
      messages,
      isMultiple,
      referrer: { liffId, url: new URL(phone.page().url).origin },
    })
    navigate(phone, `line://picker?${picked}&${new URLSearchParams({ data, closeModals: 'false' })}`)
    // An older LINE does not say how its picker ended, and the SDK does not ask.
    const version = lineVersionOf(phone)
    if (version !== null && compareVersion(version, '10.11.0') < 0) return null
  } else {
    const url = `https://access.line.me/oauth2/v2.1/liff/shareTargetPicker?${picked}`
    recordWindow(phone, { url, external: true })
  }
  const { result, resultDescription } = (await sdkFetch(
    phone.fetch,
    token,
    `https://access.line.me/oauth2/v2.1/liff/shareTargetPicker/result?${picked}`,
    { headers: { Accept: 'application/json' } },
  )) as Result
  if (result === undefined || result === 'WAIT') return answer
  if (result === 'SUCCESS') return 'success'
  if (result === 'CANCEL') return 'cancel'
  throw new Error(resultDescription)
}
