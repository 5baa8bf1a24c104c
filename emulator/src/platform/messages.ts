import type { Line } from '../world/line.ts'
import type { SentMessage } from '../world/state.ts'

/** Returns an id of 18 digits, like LINE's. */
export function newMessageId(secret: Line['secret']): string {
  const number = BigInt(`0x${Buffer.from(secret(8), 'base64url').toString('hex')}`)
  return String(400_000_000_000_000_000n + (number % 400_000_000_000_000_000n))
}

export function sent(
  { line }: { readonly line: Line },
  from: Pick<SentMessage, 'userId' | 'liffId' | 'via' | 'to'>,
  messages: readonly Readonly<Record<string, unknown>>[],
): SentMessage[] {
  return messages.map(message => ({ id: newMessageId(line.secret), at: line.now(), ...from, message }))
}
