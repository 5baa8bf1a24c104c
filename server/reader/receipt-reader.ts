import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { bytesWithin } from '#server/bytes-within.ts'

/** After this time, the customer has already typed the values. */
const TIMEOUT_MS = 8000
const MAX_ANSWER_BYTES = 16 * 1024
/** Number of photos read concurrently, limited so that a slow reader does not use up other calls' connections. */
const MAX_RUNNING = 8

type ReaderPhoto = { readonly bytes: Uint8Array; readonly type: string }
export type ReceiptReader = {
  /** Returns the reader's parsed JSON, or null if the reader fails, is slow or is busy. Never throws. */
  read(photo: ReaderPhoto): Promise<unknown>
}

type Options = {
  readonly url: string
  readonly secret: string
  readonly clock: { now(): number }
  readonly log: Pick<Logger, 'warn'>
  readonly timeoutMs?: number
}

/**
 * Returns the header `X-Campaign-Signature`: the time in seconds since 1970, and the hexadecimal HMAC-SHA-256 of the
 * time, a dot and the photo.
 */
function signatureOf(secret: string, seconds: number, bytes: Uint8Array): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')
  return `t=${seconds},v1=${mac}`
}

/**
 * Sends photos to the reader at `url` (`docs/guides/receipt-reader.md`). Only the operator can set the URL, and
 * redirects are not followed, so a customer cannot redirect the call.
 */
export function createReceiptReader({
  url,
  secret,
  clock,
  log,
  timeoutMs = TIMEOUT_MS,
}: Options): ReceiptReader {
  let running = 0
  async function ask({ bytes, type }: ReaderPhoto): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': type,
        Accept: 'application/json',
        'X-Campaign-Signature': signatureOf(secret, Math.floor(clock.now() / 1000), bytes),
      },
      body: new Uint8Array(bytes),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 200) return JSON.parse((await bytesWithin(response, MAX_ANSWER_BYTES)).toString())
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  return {
    async read(photo) {
      if (running >= MAX_RUNNING) return null
      running += 1
      try {
        return await ask(photo)
      } catch (error) {
        // The error message of a failed request can contain the URL, which may contain a key.
        log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the receipt reader failed')
        return null
      } finally {
        running -= 1
      }
    },
  }
}
