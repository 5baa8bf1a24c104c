import { createHmac } from 'node:crypto'
import { WEBHOOK_TIMEOUT_MS } from '../../limits.ts'

export type Delivery = {
  /** 0 if the bot's server did not respond. */
  readonly statusCode: number
  readonly reason: 'OK' | 'ERROR_STATUS_CODE' | 'COULD_NOT_CONNECT' | 'REQUEST_TIMEOUT'
  readonly detail: string
}

/** Returns `x-line-signature`: the HMAC-SHA256 of the body with the channel secret, as base64. */
export function signatureOf(body: string, channelSecret: string): string {
  return createHmac('sha256', channelSecret).update(body).digest('base64')
}

/** LINE escapes only characters above U+FFFF, such as emojis (github.com/line/line-bot-sdk-nodejs/issues/922). */
export function webhookBody(webhook: object): string {
  return JSON.stringify(webhook).replace(/[\u{10000}-\u{10FFFF}]/gu, character =>
    [0, 1].map(at => `\\u${character.charCodeAt(at).toString(16).toUpperCase()}`).join(''),
  )
}

/** Never rejects. */
export function deliver(url: string, webhook: object, channelSecret: string): Promise<Delivery> {
  const body = webhookBody(webhook)
  return deliverBody(url, body, signatureOf(body, channelSecret), WEBHOOK_TIMEOUT_MS)
}

/** Sends no signature header if `signature` is null. Never rejects. */
export async function deliverBody(
  url: string,
  body: string,
  signature: string | null,
  timeoutMs: number,
): Promise<Delivery> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'LineBotWebhook/2.0',
        ...(signature === null ? {} : { 'x-line-signature': signature }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.arrayBuffer()
    const { status, ok } = response
    return { statusCode: status, reason: ok ? 'OK' : 'ERROR_STATUS_CODE', detail: String(status) }
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      return { statusCode: 0, reason: 'REQUEST_TIMEOUT', detail: 'Request timeout' }
    const cause = (error as { readonly cause?: unknown }).cause
    // For a name with several addresses, Node reports only the code.
    const { message = '', code = '' } = (cause ?? error) as {
      readonly message?: string
      readonly code?: string
    }
    const detail = message || code
    return { statusCode: 0, reason: 'COULD_NOT_CONNECT', detail }
  }
}
