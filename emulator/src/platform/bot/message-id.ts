import type { Line } from '../../world/line.ts'

/** Returns an id of 18 digits, like LINE's. */
export function newMessageId(secret: Line['secret']): string {
  const number = BigInt(`0x${Buffer.from(secret(8), 'base64url').toString('hex')}`)
  return String(400_000_000_000_000_000n + (number % 400_000_000_000_000_000n))
}
