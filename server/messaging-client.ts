import type { HTTPFetchError, messagingApi } from '@line/bot-sdk'
import type { ServerDeps } from '#server/deps.ts'

const BASE_URL = 'https://api.line.me'
const TIMEOUT_MS = 10_000

export type LineMessage = messagingApi.Message

/** Imported lazily: the SDK takes a quarter of a second and 27 MB. */
const loadLineSdk = () => import('@line/bot-sdk')

/**
 * The SDK's transport has no timeout, and reports a truncated response as a failure although LINE
 * has accepted the request. Ours times out after ten seconds, does not follow redirects, and
 * treats a response without valid JSON as empty.
 */
export async function messagingClient(
  line: Pick<ServerDeps['line'], 'fetch'>,
  accessToken: string,
): Promise<messagingApi.MessagingApiClient> {
  const sdk = await loadLineSdk()
  const client = new sdk.messagingApi.MessagingApiClient({ channelAccessToken: accessToken })
  const authorization = { Authorization: `Bearer ${accessToken}` }

  async function call(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await line.fetch(new Request(BASE_URL + path, { ...init, signal, redirect: 'manual' }))
    const body = await answer.text().catch(() => '')
    const { status, statusText, headers } = answer
    if (status !== 200)
      throw new sdk.HTTPFetchError(`${status} - ${statusText}`, { status, statusText, headers, body })
    return new Response(jsonIn(body) === undefined ? null : body, { status, headers })
  }
  // biome-ignore lint/complexity/useLiteralKeys: the property is private, so only this notation compiles.
  client['httpClient'] = {
    get: (path: string) => call(path, { headers: authorization }),
    post: (path: string, body: object, config?: { readonly headers?: Record<string, string> }) =>
      call(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...authorization, ...config?.headers },
        body: JSON.stringify(body),
      }),
  }
  return client
}

/** Returns null if LINE did not respond. */
export async function answerIn(
  error: unknown,
): Promise<Pick<HTTPFetchError, 'status' | 'headers' | 'body'> | null> {
  const { HTTPFetchError } = await loadLineSdk()
  return error instanceof HTTPFetchError ? error : null
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
