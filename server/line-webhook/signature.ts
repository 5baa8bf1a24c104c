import { createHmac, timingSafeEqual } from 'node:crypto'

/** Verifies `x-line-signature`: the base64 HMAC-SHA-256 of the body with the channel secret. */
export function isSignedByLine(body: Uint8Array, signature: string | null, channelSecret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', channelSecret).update(body).digest('base64'))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
