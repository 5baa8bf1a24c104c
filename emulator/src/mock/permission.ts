import { isApiAvailable } from './availability.ts'
import { liffError, NEED_LOGIN } from './liff-error.ts'
import { accessTokenOf, configuredId, contextOf, inClient, keep, type Phone } from './phone.ts'
import { sdkFetch, verifyAccessToken } from './sdk-fetch.ts'

const NAMES = ['profile', 'chat_message.write', 'openid', 'email']

export type PermissionState = { state: 'granted' | 'prompt' | 'unavailable' }

/** `liff.permission.query`: by the app's scope, then by what LINE says the token is good for. */
export async function query(phone: Phone, name: string): Promise<PermissionState> {
  if (!NAMES.includes(name)) throw liffError('INVALID_ARGUMENT', 'Unexpected permission name.')
  const scope = contextOf(phone)?.scope as readonly string[] | undefined
  if (!scope?.includes(name)) return { state: 'unavailable' }
  const token = accessTokenOf(phone)
  if (!token) throw liffError('UNAUTHORIZED', NEED_LOGIN)
  const granted = unescape((await verifyAccessToken(phone.fetch, token)).scope).split(' ')
  return { state: granted.some(each => each.includes(name)) ? 'granted' : 'prompt' }
}

/** Whether LINE would show its agreement window for what is missing. */
function mayAsk(phone: Phone): boolean {
  const context = contextOf(phone)
  if (!context || context.type === 'square_chat') return false
  if (isApiAvailable(phone, 'skipChannelVerificationScreen')) return true
  const availability = context.availability as Record<string, { permission?: boolean }> | undefined
  return !inClient(phone) && Boolean(availability?.skipChannelVerificationScreen?.permission)
}

/** How the user answers LINE's agreement window: a new access token, or null for no. */
export type Agreement = () => Promise<string | null>

/** `liff.permission.requestAll`: asks for what is missing and takes the new token. */
export async function requestAll(phone: Phone, agree: Agreement): Promise<void> {
  if (!mayAsk(phone)) throw liffError('FORBIDDEN', 'SkipChannelVerificationScreen is unavailable.')
  const url = `https://liff.line.me/liff/v2/incrementalAgreement/unauthorizedPermissions?liffId=${configuredId(phone)}`
  const missing = (await sdkFetch(phone.fetch, accessTokenOf(phone), url)) as readonly string[]
  const asked = inClient(phone) ? missing : missing.filter(name => name !== 'chat_message.write')
  if (asked.length === 0) throw liffError('FORBIDDEN', 'All permissions have already been approved.')
  const token = await agree()
  if (token === null) throw liffError('UNAUTHORIZED', "user didn't allow the agreement")
  keep(phone, 'accessToken', token)
}

/** Lets a call through when its permission is there, after asking for it where LINE would. */
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
  if (state === 'prompt' && mayAsk(phone) && !skip && !outside) await requestAll(phone, agree)
}
