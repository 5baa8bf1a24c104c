import { liffError, NEED_LOGIN } from './liff-error.ts'

/** Requests a LINE host. Rejects with a plain TypeError if the connection fails, like a browser's `fetch`. */
export type LineFetch = (url: string, init?: RequestInit) => Promise<Response>

/** HTTP statuses that the SDK uses as its error's code. Any other error status becomes UNKNOWN. */
const CODED_STATUSES = new Set(['400', '401', '403', '404', '429', '500'])

/** Makes a request as the SDK does. Sends JSON and bearer headers by default, and throws the SDK's errors. */
export async function sdkFetch(
  fetch: LineFetch,
  accessToken: string | null,
  url: string,
  init: RequestInit = {},
): Promise<unknown> {
  if (!init.headers && accessToken === null) throw liffError('UNAUTHORIZED', NEED_LOGIN)
  const headers = init.headers ?? { ...JSON_HEADERS, Authorization: `Bearer ${accessToken}` }
  const response = await fetch(url, { ...init, headers })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body === undefined ? response : body
  const status = String(response.status)
  const code = CODED_STATUSES.has(status) ? status : 'UNKNOWN'
  if (body === undefined) throw liffError(code, response.statusText)
  const { error, error_description, message } = body as Record<string, string | undefined>
  throw liffError(error || code, error_description || message)
}

/** Headers of SDK requests that are sent without an access token. */
export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** `GET oauth2/v2.1/verify`: returns the channel, lifetime and scopes of an access token. */
export async function verifyAccessToken(
  fetch: LineFetch,
  token: string,
): Promise<{ client_id: string; expires_in: number; scope: string }> {
  const url = `https://api.line.me/oauth2/v2.1/verify?access_token=${encodeURIComponent(token)}`
  return (await sdkFetch(fetch, null, url, { headers: JSON_HEADERS })) as Awaited<
    ReturnType<typeof verifyAccessToken>
  >
}
