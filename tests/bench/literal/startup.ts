import liff from '@line/liff'
import { call, keepToken } from './api.ts'

const LIFF_ID = '2000000001-Campaign'

type Activity = { readonly endPlatform: boolean; readonly pendingPlatform: boolean }
type Session = { readonly customerId: string; readonly accessToken: string }
export type Customer = { readonly firstName: string | null }

/** Runs spec S4's startup and identity flow step by step. Returns null if it leads to a screen other than home. */
export async function startup(): Promise<Customer | null> {
  const activity = await call<Activity>('GET', '/api/master/activity')
  if (activity.endPlatform || activity.pendingPlatform) return null
  await liff.init({ liffId: LIFF_ID })
  if (!liff.isInClient() || !liff.isLoggedIn()) return null
  if ((liff.getDecodedIDToken()?.exp ?? 0) * 1000 <= Date.now()) return null
  if (!(await liff.getFriendship()).friendFlag) return null
  const { userId: lineUserId, displayName, pictureUrl = null } = await liff.getProfile()
  // This server also requires the ID token (spec S7 names only `lineUserId`); sending it costs no request.
  const form = new URLSearchParams({ lineUserId, idToken: liff.getIDToken() ?? '' })
  const { customerId, accessToken } = await call<Session>('POST', '/api/authorization/login', form)
  keepToken(accessToken)
  const line = { lineUserId, lineDisplayName: displayName, linePictureUrl: pictureUrl }
  await call('POST', '/api/customer', line)
  const customer = await call<Customer>('GET', '/api/customer')
  await call('POST', '/api/logstate', { customerId, state: '', os: liff.getOS() ?? 'android' })
  await call('POST', '/api/logpageview', { customerId, path: '/' })
  return customer
}
