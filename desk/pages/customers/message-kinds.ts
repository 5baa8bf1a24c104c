import { type MessageKind, messageKinds } from '#contract/message-groups.ts'
import type { TextKey } from '../../texts/th.ts'

/** Falls back to the general name for a kind from a newer release. */
export function messageKindText(kind: string): TextKey {
  const known = messageKinds.find(one => one === kind) as MessageKind | undefined
  return known === undefined ? 'customers.message' : `customers.message-kind.${known}`
}
