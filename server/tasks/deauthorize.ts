import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'

const TOKEN_URL = 'https://api.line.me/oauth2/v3/token'
const DEAUTHORIZE_URL = 'https://api.line.me/user/v1/deauthorize'
const TIMEOUT_MS = 10_000

const issued = v.object({ access_token: v.string() })

/** `obsolete` means that the call is no longer needed. Tasks throw if a retry may succeed. */
export type TaskResult = 'done' | 'obsolete'

/**
 * Deauthorizes a user at LINE, as required by LINE's Login development guidelines when a user leaves. Returns
 * `obsolete` if LINE no longer knows the user's token, which is revoked when the LIFF app closes.
 */
export async function deauthorize(line: ServerDeps['line'], userAccessToken: string): Promise<TaskResult> {
  const token = await channelToken(line)
  const answer = await post(line, DEAUTHORIZE_URL, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ userAccessToken }),
  })
  if (answer.status === 204 || answer.status === 200) return 'done'
  if (answer.status === 400 || answer.status === 404) return 'obsolete'
  throw new Error(`LINE answered the deauthorize request with ${answer.status}`)
}

async function channelToken({ channelId, channelSecret, ...line }: ServerDeps['line']): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: channelId, client_secret: channelSecret ?? '' }
  const answer = await post(line, TOKEN_URL, { body: new URLSearchParams(form) })
  const parsed = v.safeParse(issued, await answer.json().catch(() => null))
  if (answer.status !== 200 || !parsed.success)
    throw new Error(`LINE answered the request for a channel access token with ${answer.status}`)
  return parsed.output.access_token
}

function post(line: Pick<ServerDeps['line'], 'fetch'>, url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return line.fetch(new Request(url, { ...init, method: 'POST', signal, redirect: 'manual' }))
}
