import type { SentMessage } from '../world/state.ts'
import { newMessageId } from './bot/message-id.ts'
import type { LineCall } from './route.ts'

export function sent(
  { line }: Pick<LineCall, 'line'>,
  from: Pick<SentMessage, 'userId' | 'liffId' | 'via' | 'to'>,
  messages: readonly Readonly<Record<string, unknown>>[],
): SentMessage[] {
  return messages.map(message => ({ id: newMessageId(line.secret), at: line.now(), ...from, message }))
}
