import { liffError, NEED_LOGIN } from './liff-error.ts'

/** Asks a LINE host; rejects with a bare TypeError when there is no connection, as a browser's fetch does. */
export type LineFetch = (url: string, init?: RequestInit) => Promise<Response>

/** Statuses that become an error's code; any other failing status is UNKNOWN. */
const CODED_STATUSES = new Set(['400', '401', '403', '404', '429', '500'])

/** A request as the SDK makes it: JSON with the bearer token unless headers are given, and its errors. */
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

/** The headers of calls that carry no bearer token. */
export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** `GET oauth2/v2.1/verify`: what an access token is good for. */
export async function verifyAccessToken(
  fetch: LineFetch,
  token: string,
): Promise<{ client_id: string; expires_in: number; scope: string }> {
  const url = `https://api.line.me/oauth2/v2.1/verify?access_token=${encodeURIComponent(token)}`
  return (await sdkFetch(fetch, null, url, { headers: JSON_HEADERS })) as Awaited<
    ReturnType<typeof verifyAccessToken>
  >
}
