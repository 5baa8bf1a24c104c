import type { Messaging, ServerDeps } from '#server/deps.ts'
import type { Claimed } from './claim.ts'
import type { Composed } from './compose-request.ts'
import { checkMessages, multicast, type Pushed, push } from './push.ts'

export type Attempted =
  | Pushed
  /** LINE refuses the request as a whole, but may accept a part of it. */
  | { readonly kind: 'split'; readonly reason: string }

type Line = Pick<ServerDeps['line'], 'fetch'>

/** Sends a composed request once. A refusal does not say which message or user is at fault. Never throws. */
export async function attemptRequest(
  line: Line,
  { accessToken }: Messaging,
  { request, members, retryKey }: Claimed,
  { messages, to }: Composed,
): Promise<Attempted> {
  const sending = { messages, retryKey, accessToken }
  if (request.table === 'message') {
    const pushed = await push(line, to[0] ?? '', sending)
    return pushed.kind === 'refused' && members.length > 1 ? { ...pushed, kind: 'split' } : pushed
  }
  const sent = await multicast(line, to, sending)
  if (sent.kind !== 'refused') return sent
  const checked = await checkMessages(line, messages, accessToken)
  if (checked.kind === 'invalid') return { kind: 'refused', reason: checked.reason }
  return { kind: checked.kind === 'valid' ? 'split' : 'unsure', reason: sent.reason }
}
