import type { messagingApi } from '@line/bot-sdk'
import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'
import { LONGEST_PAUSE_MS } from '#server/message-queue/channel.ts'
import { answerIn, jsonIn, type LineMessage, messagingClient } from '#server/messaging-client.ts'

const REASON_MAX = 200

const problem = v.object({ message: v.string() })

export type Pushed =
  /** LINE has accepted the message, from this request or from an earlier one with the same retry key. */
  | { readonly kind: 'accepted' }
  /** LINE will never accept the request, and nobody has received anything. */
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * LINE rejected the request but may accept it later: the token was rejected, the quota or a rate limit was reached,
   * or the connection failed. `retryAfterMs` is null if LINE did not specify a delay.
   */
  | {
      readonly kind: 'not-now'
      readonly why: 'token' | 'quota' | 'limit' | 'outage'
      readonly retryAfterMs: number | null
      readonly reason: string
    }
  /** LINE may have accepted the request. */
  | { readonly kind: 'unsure'; readonly reason: string }

type Sending = {
  readonly messages: readonly LineMessage[]
  readonly retryKey: string
  readonly accessToken: string
}
type Line = Pick<ServerDeps['line'], 'fetch'>
type Client = messagingApi.MessagingApiClient

/** Never throws. */
export const push = (line: Line, to: string, { messages, retryKey, accessToken }: Sending): Promise<Pushed> =>
  send(line, accessToken, client => client.pushMessage({ to, messages: [...messages] }, retryKey))

/** Sends to all of up to 500 users or to none. LINE skips those who blocked it. Never throws. */
export const multicast = (
  line: Line,
  to: readonly string[],
  { messages, retryKey, accessToken }: Sending,
): Promise<Pushed> =>
  send(line, accessToken, client => client.multicast({ to: [...to], messages: [...messages] }, retryKey))

async function send(
  line: Line,
  accessToken: string,
  request: (client: Client) => Promise<unknown>,
): Promise<Pushed> {
  try {
    await request(await messagingClient(line, accessToken))
    return { kind: 'accepted' }
  } catch (error) {
    const answer = await answerIn(error)
    if (answer) return resultOf(answer)
    const reason = String(error).slice(0, REASON_MAX)
    return neverConnected(error)
      ? { kind: 'not-now', why: 'outage', retryAfterMs: null, reason }
      : { kind: 'unsure', reason }
  }
}

type Checked = { readonly kind: 'valid' | 'unknown' } | { readonly kind: 'invalid'; readonly reason: string }

/** Validates messages for a multicast without sending them. Never throws. */
export async function checkMessages(
  line: Line,
  messages: readonly LineMessage[],
  accessToken: string,
): Promise<Checked> {
  try {
    await (await messagingClient(line, accessToken)).validateMulticast({ messages: [...messages] })
    return { kind: 'valid' }
  } catch (error) {
    const answer = await answerIn(error)
    return answer?.status === 400 ? { kind: 'invalid', reason: reasonOf(answer) } : { kind: 'unknown' }
  }
}

/** LINE's 429 for an exhausted quota says "You have reached your monthly limit." */
const MONTHLY = /monthly limit/i

type Answer = NonNullable<Awaited<ReturnType<typeof answerIn>>>

function resultOf(answer: Answer): Pushed {
  const { status } = answer
  if (status === 409) return { kind: 'accepted' }
  const reason = reasonOf(answer)
  if (status === 401 || status === 403) return { kind: 'not-now', why: 'token', retryAfterMs: null, reason }
  if (status === 429) {
    const why = MONTHLY.test(reason) ? 'quota' : 'limit'
    return { kind: 'not-now', why, retryAfterMs: retryAfterOf(answer), reason }
  }
  return { kind: status >= 400 && status < 500 ? 'refused' : 'unsure', reason }
}

function reasonOf({ status, body }: Answer): string {
  const said = v.safeParse(problem, jsonIn(body))
  return `${status} ${said.success ? said.output.message : ''}`.trim().slice(0, REASON_MAX)
}

/** Returns milliseconds, capped at the longest pause, or null if the header is not a number of seconds. */
function retryAfterOf({ headers }: Answer): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d+$/.test(value) ? Math.min(LONGEST_PAUSE_MS, Number(value) * 1000) : null
}

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * True if `fetch` failed before connecting, so LINE received nothing. For a host with several addresses,
 * the error is an AggregateError.
 */
function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected)
  if ('code' in error && NOT_CONNECTED.has(error.code)) return true
  return neverConnected(error.cause)
}
