import { MAX_MESSAGES } from '../limits.ts'
import type { SentMessage } from '../world/state.ts'
import type { LineCall } from './route.ts'

/** Returns the messages of a body, or null if they are not 1 to 5 objects with a type. */
export function messagesOf(value: unknown): Record<string, unknown>[] | null {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_MESSAGES) return null
  const good = value.every(
    (item: unknown) =>
      typeof item === 'object' &&
      item !== null &&
      'type' in item &&
      typeof item.type === 'string' &&
      item.type !== '',
  )
  return good ? (value as Record<string, unknown>[]) : null
}

/** Converts messages to the form in which the chat stores them. */
export function sent(
  { line }: Pick<LineCall, 'line'>,
  from: Pick<SentMessage, 'userId' | 'liffId' | 'via' | 'to'>,
  messages: readonly Record<string, unknown>[],
): SentMessage[] {
  return messages.map(message => ({ id: line.secret(9), at: line.now(), ...from, message }))
}
