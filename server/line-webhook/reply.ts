import type { ServerDeps } from '#server/deps.ts'

const REPLY_URL = 'https://api.line.me/v2/bot/message/reply'
const TIMEOUT_MS = 10_000
const REASON_MAX = 200

/** What became of an answer. */
export type Replied =
  | { readonly kind: 'accepted' }
  /** LINE refuses it and would refuse it again, for example because the token was used or has expired. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** LINE may have accepted it. A repeat is safe, because a reply token works once. */
  | { readonly kind: 'retry'; readonly reason: string }

type Reply = {
  readonly replyToken: string
  readonly messages: readonly object[]
  readonly accessToken: string
}

/** Answers an event with the Messaging API. Never throws. */
export async function reply(line: Pick<ServerDeps['line'], 'fetch'>, given: Reply): Promise<Replied> {
  const { replyToken, messages, accessToken } = given
  const request = new Request(REPLY_URL, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ replyToken, messages }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  })
  try {
    const answer = await line.fetch(request)
    await answer.body?.cancel().catch(() => undefined)
    if (answer.status === 200) return { kind: 'accepted' }
    const isFinal = answer.status >= 400 && answer.status < 500 && answer.status !== 429
    return { kind: isFinal ? 'refused' : 'retry', reason: String(answer.status) }
  } catch (error) {
    return { kind: 'retry', reason: String(error).slice(0, REASON_MAX) }
  }
}
