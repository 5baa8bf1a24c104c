import { SUB_APPS } from '../platform/sub-apps.ts'
import { channelIdOf } from '../scenario/channel.ts'
import { isApiAvailable } from './availability.ts'
import { liffError, NEED_LOGIN } from './liff-error.ts'
import { accessTokenOf, configuredId, contextOf, inClient, type Phone, storeValue } from './phone.ts'
import { sdkFetch, verifyAccessToken } from './sdk-fetch.ts'
import { openSubWindow } from './sub-window.ts'
import { endSubWindow, listen, unlisten } from './sub-window-events.ts'

const NAMES = ['profile', 'chat_message.write', 'openid', 'email']

export type PermissionState = { state: 'granted' | 'prompt' | 'unavailable' }

/** `liff.permission.query`: checks the app's scopes first, then those of the access token. */
export async function query(phone: Phone, name: string): Promise<PermissionState> {
  if (!NAMES.includes(name)) throw liffError('INVALID_ARGUMENT', 'Unexpected permission name.')
  const scope = contextOf(phone)?.scope as readonly string[] | undefined
  if (!scope?.includes(name)) return { state: 'unavailable' }
  const token = accessTokenOf(phone)
  if (!token) throw liffError('UNAUTHORIZED', NEED_LOGIN)
  const granted = unescape((await verifyAccessToken(phone.fetch, token)).scope).split(' ')
  return { state: granted.some(each => each.includes(name)) ? 'granted' : 'prompt' }
}

/** True if LINE would open its agreement window when the app requests a permission that it does not have. */
function canShowAgreement(phone: Phone): boolean {
  const context = contextOf(phone)
  if (!context || context.type === 'square_chat') return false
  if (isApiAvailable(phone, 'skipChannelVerificationScreen')) return true
  const availability = context.availability as Record<string, { permission?: boolean }> | undefined
  return !inClient(phone) && Boolean(availability?.skipChannelVerificationScreen?.permission)
}

/** Returns the result of LINE's agreement window: a new access token, or null if the user refuses. */
export type Agreement = () => Promise<string | null>

/** LINE's own LIFF app that asks the user for missing permissions, opened as a sub-window. */
const AGREEMENT_URL = `https://liff.line.me/${SUB_APPS.agreement}`

/** `liff.permission.requestAll`: opens the agreement window and stores the new access token. */
export async function requestAll(phone: Phone, agree: Agreement): Promise<void> {
  if (!canShowAgreement(phone)) throw liffError('FORBIDDEN', 'SkipChannelVerificationScreen is unavailable.')
  const { subWindows } = phone.page()
  subWindows.agreement?.()
  const ended = listenForAgreement(phone)
  subWindows.agreement = ended.forget
  const liffId = configuredId(phone)
  const appData = { liffId, channelId: channelIdOf(liffId), accessToken: accessTokenOf(phone) }
  const opened = openSubWindow(phone, { url: AGREEMENT_URL, appData }, () =>
    requireUnapprovedPermission(phone),
  )
  const answered = opened.then(agree).then(newAccessToken => {
    endSubWindow(phone, newAccessToken === null ? 'cancel' : 'submit', { newAccessToken })
    return ended.token
  })
  storeValue(phone, 'accessToken', await Promise.race([ended.token, answered]))
}

/**
 * Listens for the result of the agreement window. `token` resolves to the new access token and rejects if the
 * user refuses.
 */
function listenForAgreement(phone: Phone): { readonly token: Promise<string>; readonly forget: () => void } {
  let resolve: (token: string) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const token = new Promise<string>((...settle) => {
    ;[resolve, reject] = settle
  })
  const refused = () => reject(liffError('UNAUTHORIZED', "user didn't allow the agreement"))
  const heard: Readonly<Record<string, (data: unknown) => void>> = {
    submit: data => {
      const { newAccessToken, ICA_ERROR } = (data ?? {}) as Record<string, string | undefined>
      if (newAccessToken) resolve(newAccessToken)
      else if (ICA_ERROR) reject(liffError('UNKNOWN', ICA_ERROR))
    },
    close: refused,
    cancel: refused,
    error: reject,
  }
  const forget = () => {
    for (const [event, listener] of Object.entries(heard)) unlisten(phone, event, listener)
  }
  for (const [event, listener] of Object.entries(heard)) listen(phone, event, listener)
  token.then(forget, forget)
  return { token, forget }
}

async function requireUnapprovedPermission(phone: Phone): Promise<void> {
  const url = `https://liff.line.me/liff/v2/incrementalAgreement/unauthorizedPermissions?liffId=${configuredId(phone)}`
  const missing = (await sdkFetch(phone.fetch, accessTokenOf(phone), url)) as readonly string[]
  const asked = inClient(phone) ? missing : missing.filter(name => name !== 'chat_message.write')
  if (asked.length === 0) throw liffError('FORBIDDEN', 'All permissions have already been approved.')
}

/** Rejects if a permission is missing. First opens the agreement window if LINE would do so. */
export async function requirePermission(
  phone: Phone,
  name: 'profile' | 'chat_message.write',
  agree: Agreement,
  options: unknown,
): Promise<void> {
  const { state } = await query(phone, name)
  if (state === 'unavailable') throw liffError('FORBIDDEN', 'The permission is not in LIFF app scope.')
  const skip = (options as { ignorePermissionCheck?: boolean } | undefined)?.ignorePermissionCheck === true
  const outside = !inClient(phone) && name === 'chat_message.write'
  if (state === 'prompt' && canShowAgreement(phone) && !skip && !outside) await requestAll(phone, agree)
}
