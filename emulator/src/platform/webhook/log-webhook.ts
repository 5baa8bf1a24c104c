import { loggedText, type RequestLog } from '../log.ts'
import type { Delivery } from './deliver.ts'

/** A webhook that LINE has sent: when, and its outcome. */
type Sent = {
  readonly url: string
  readonly body: string
  /** The real time, in ms since 1970. */
  readonly at: number
  readonly ms: number
  readonly outcome: Delivery
}

/** Adds a webhook to the log of requests. */
export function logWebhook(log: RequestLog, { url, body, at, ms, outcome }: Sent): void {
  const { statusCode, reason, detail } = outcome
  log.add({
    ...{ at, via: 'line', method: 'POST', url, status: statusCode, response: null, ms: Math.round(ms) },
    request: loggedText(body),
    error: reason === 'OK' ? null : `webhook: ${detail}`,
  })
}
