import { loggedText, type RequestLog } from '../log.ts'
import type { Delivery } from './deliver.ts'

type Sent = {
  readonly url: string
  readonly body: string
  /** Real time, in ms since 1970. */
  readonly at: number
  readonly ms: number
  readonly outcome: Delivery
}

export function logWebhook(log: RequestLog, { url, body, at, ms, outcome }: Sent): void {
  const { statusCode, reason, detail } = outcome
  log.add({
    at,
    via: 'line',
    method: 'POST',
    url,
    status: statusCode,
    response: null,
    ms: Math.round(ms),
    request: loggedText(body),
    error: reason === 'OK' ? null : `webhook: ${detail}`,
  })
}
