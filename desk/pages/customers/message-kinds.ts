import { type MessageKind, messageKinds } from '#contract/message-groups.ts'
import type { TextKey } from '../../texts/th.ts'

/** Returns the name of a kind of LINE message; a kind of a newer release has the name of all messages. */
export function messageKindText(kind: string): TextKey {
  const known = messageKinds.find(one => one === kind) as MessageKind | undefined
  return known === undefined ? 'customers.message' : `customers.message-kind.${known}`
}
