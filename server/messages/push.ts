import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'

const PUSH_URL = 'https://api.line.me/v2/bot/message/push'
const TIMEOUT_MS = 10_000
const REASON_MAX = 200

const problem = v.object({ message: v.string() })

/** What became of a push. */
export type Pushed =
  /** LINE has the message, from this request or from an earlier one with the same key. */
  | { readonly kind: 'accepted' }
  /** LINE refuses this message and would refuse it again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** LINE did not accept the request, because of the token or a limit. `retryAfterMs` is null if LINE names no time. */
  | {
      readonly kind: 'not-now'
      readonly why: 'token' | 'limit'
      readonly retryAfterMs: number | null
      readonly reason: string
    }
  /** LINE may have accepted the request. */
  | { readonly kind: 'unsure'; readonly reason: string }

type Push = {
  readonly to: string
  readonly messages: readonly object[]
  /** Value of `X-Line-Retry-Key`, a UUID. */
  readonly retryKey: string
  readonly accessToken: string
}

/** Sends messages to one user with the Messaging API. Never throws. */
export async function push(line: Pick<ServerDeps['line'], 'fetch'>, given: Push): Promise<Pushed> {
  const { to, messages, retryKey, accessToken } = given
  const request = new Request(PUSH_URL, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'application/json',
      'X-Line-Retry-Key': retryKey,
    },
    body: JSON.stringify({ to, messages }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  })
  try {
    return await resultOf(await line.fetch(request))
  } catch (error) {
    return { kind: 'unsure', reason: String(error).slice(0, REASON_MAX) }
  }
}

async function resultOf(answer: Response): Promise<Pushed> {
  const { status } = answer
  // The status alone says that LINE has the message, so a body that breaks off does not matter.
  if (status === 200 || status === 409) {
    await answer.body?.cancel().catch(() => undefined)
    return { kind: 'accepted' }
  }
  const body = v.safeParse(problem, await answer.json().catch(() => null))
  const reason = `${status} ${body.success ? body.output.message : ''}`.trim().slice(0, REASON_MAX)
  if (status === 401 || status === 403) return { kind: 'not-now', why: 'token', retryAfterMs: null, reason }
  if (status === 429) return { kind: 'not-now', why: 'limit', retryAfterMs: retryAfterOf(answer), reason }
  return { kind: status >= 400 && status < 500 ? 'refused' : 'unsure', reason }
}

/** Returns the seconds of `Retry-After` in milliseconds; null if the header is missing or is not a number of seconds. */
function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,5}$/.test(value) ? Number(value) * 1000 : null
}
