import { MAX_MESSAGES } from '../limits.ts'
import type { SentMessage } from '../world/state.ts'
import type { LineCall } from './route.ts'

/** The messages of a body, or null where they are not 1 to 5 objects with a type. */
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

/** Messages as the transcript keeps them. */
export function sent(
  { line }: Pick<LineCall, 'line'>,
  from: Pick<SentMessage, 'userId' | 'liffId' | 'via' | 'to'>,
  messages: readonly Record<string, unknown>[],
): SentMessage[] {
  return messages.map(message => ({ id: line.secret(9), at: line.now(), ...from, message }))
}
