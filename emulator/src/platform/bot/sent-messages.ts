import type { Sending } from '../../world/bot-state.ts'

/** Returns the ids and quote tokens with which LINE lists sent messages. */
export function sentMessagesOf({ messages }: Pick<Sending, 'messages'>) {
  return messages.map(({ message: _, ...sent }) => sent)
}
