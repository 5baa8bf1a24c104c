import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'

const TOKEN_URL = 'https://api.line.me/oauth2/v3/token'
const DEAUTHORIZE_URL = 'https://api.line.me/user/v1/deauthorize'
const TIMEOUT_MS = 10_000

const issued = v.object({ access_token: v.string() })

/** How a piece of work ended: done, or of a kind that no repeat will change. It throws where a repeat may help. */
export type Ended = 'done' | 'pointless'

/**
 * Tells LINE that a user has left (LINE Login development guidelines): a stateless channel access token by the
 * channel's credentials, and with it `POST /user/v1/deauthorize`. A user token that LINE does not know any more,
 * since LINE revokes it when the app is closed, makes the call pointless.
 */
export async function deauthorize(line: ServerDeps['line'], userAccessToken: string): Promise<Ended> {
  const token = await channelToken(line)
  const answer = await ask(line, DEAUTHORIZE_URL, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ userAccessToken }),
  })
  if (answer.status === 204 || answer.status === 200) return 'done'
  if (answer.status === 400 || answer.status === 404) return 'pointless'
  throw new Error(`LINE answered ${answer.status} to the deauthorization`)
}

async function channelToken({ channelId, channelSecret, ...line }: ServerDeps['line']): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: channelId, client_secret: channelSecret ?? '' }
  const answer = await ask(line, TOKEN_URL, { body: new URLSearchParams(form) })
  const parsed = v.safeParse(issued, await answer.json().catch(() => null))
  if (answer.status !== 200 || !parsed.success)
    throw new Error(`LINE answered ${answer.status} to the request for a channel access token`)
  return parsed.output.access_token
}

function ask(line: Pick<ServerDeps['line'], 'fetch'>, url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return line.fetch(new Request(url, { ...init, method: 'POST', signal, redirect: 'manual' }))
}
