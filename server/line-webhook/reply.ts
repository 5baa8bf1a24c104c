import type { ServerDeps } from '#server/deps.ts'
import { answerIn, type LineMessage, messagingClient } from '#server/messaging-client.ts'

const REASON_MAX = 200

export type Replied =
  | { readonly kind: 'accepted' }
  /** LINE will never accept this reply, for example because the token was used or has expired. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** LINE may have accepted the reply. A retry is safe, because a reply token works only once. */
  | { readonly kind: 'retry'; readonly reason: string }

type Reply = {
  readonly replyToken: string
  readonly messages: readonly LineMessage[]
  readonly accessToken: string
}

/** Never throws. */
export async function reply(line: Pick<ServerDeps['line'], 'fetch'>, given: Reply): Promise<Replied> {
  const { replyToken, messages, accessToken } = given
  try {
    const client = await messagingClient(line, accessToken)
    await client.replyMessage({ replyToken, messages: [...messages] })
    return { kind: 'accepted' }
  } catch (error) {
    const answer = await answerIn(error)
    if (!answer) return { kind: 'retry', reason: String(error).slice(0, REASON_MAX) }
    const { status } = answer
    const isFinal = status >= 400 && status < 500 && status !== 429
    return { kind: isFinal ? 'refused' : 'retry', reason: String(status) }
  }
}
