import type { messagingApi } from '@line/bot-sdk'
import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'
import { LONGEST_PAUSE_MS } from '#server/message-queue/channel.ts'
import { answerIn, jsonIn, type LineMessage, messagingClient } from '#server/messaging-client.ts'
import { neverConnected } from './never-connected.ts'

const REASON_MAX = 200

const problem = v.object({ message: v.string() })

/** What became of a request that sends messages. */
export type Pushed =
  /** LINE has the message, from this request or from an earlier one with the same key. */
  | { readonly kind: 'accepted' }
  /** LINE refuses the request and would refuse it again. No user has received anything. */
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * LINE did not accept the request: it refused the token, the month's quota or a rate limit was reached, or the connection
   * failed. `retryAfterMs` is null if LINE did not say when to retry.
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
  /** Value of `X-Line-Retry-Key`, a UUID. */
  readonly retryKey: string
  readonly accessToken: string
}
type Line = Pick<ServerDeps['line'], 'fetch'>
type Client = messagingApi.MessagingApiClient

/** Sends messages to one user with the Messaging API. Never throws. */
export const push = (line: Line, to: string, { messages, retryKey, accessToken }: Sending): Promise<Pushed> =>
  send(line, accessToken, client => client.pushMessage({ to, messages: [...messages] }, retryKey))

/**
 * Sends the same messages to at most 500 users with the Messaging API. LINE sends them to all or to none. It accepts users
 * who have blocked the account, and leaves them out. Never throws.
 */
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

/** What LINE says about messages before they are sent. */
type Checked = { readonly kind: 'valid' | 'unknown' } | { readonly kind: 'invalid'; readonly reason: string }

/** Asks LINE whether it would accept these messages in a multicast, without sending them. Never throws. */
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

/**
 * LINE answers 429 for its rate limits and for the month's quota, with "You have reached your monthly limit." for the latter:
 * the plan's messages and the additional ones that the organiser allows are used up.
 */
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

/**
 * Returns the seconds of `Retry-After` in milliseconds, at most the longest pause; null if the header is missing or is not a
 * number of seconds.
 */
function retryAfterOf({ headers }: Answer): number | null {
  const value = headers.get('retry-after') ?? ''
  return /^\d+$/.test(value) ? Math.min(LONGEST_PAUSE_MS, Number(value) * 1000) : null
}
