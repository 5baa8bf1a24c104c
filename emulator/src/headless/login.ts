import { createHash } from 'node:crypto'
import { liffError } from './liff-error.ts'
import { navigate, type Phone, storeValue } from './phone.ts'

/** The SDK version that this driver emulates. */
export const SDK_VERSION = '2.26.1'

/** `liff.login`: stores a PKCE verifier and navigates to LINE's authorize page (RFC 7636, S256). */
export function login(phone: Phone, options: { readonly redirectUri?: string } = {}): void {
  const { liffId } = phone.page()
  if (!liffId) throw liffError('INVALID_CONFIG', 'You need to define `liffId` for liff.login()')
  const codeVerifier = phone.random(43)
  const query = new URLSearchParams({
    app_id: liffId,
    state: phone.random(12),
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    liff_sdk_version: SDK_VERSION,
    ...(options.redirectUri ? { redirect_uri: options.redirectUri } : {}),
  })
  storeValue(phone, 'loginTmp', { codeVerifier })
  navigate(phone, `https://access.line.me/liff/v1/authorize?${query}`)
}
