import { loggedText, type RequestLog } from '../log.ts'
import type { Delivery } from './deliver.ts'

/** Delivers a webhook and logs it. Resolves to the outcome and to how long it took, in ms. */
export async function loggedDelivery(
  log: RequestLog,
  url: string,
  body: string,
  deliver: () => Promise<Delivery>,
): Promise<Delivery & { readonly ms: number }> {
  const [at, started] = [Date.now(), performance.now()]
  const outcome = await deliver()
  const ms = performance.now() - started
  log.add({
    at,
    via: 'line',
    method: 'POST',
    url,
    status: outcome.statusCode,
    response: null,
    ms: Math.round(ms),
    request: loggedText(body),
    error: outcome.reason === 'OK' ? null : `webhook: ${outcome.detail}`,
  })
  return { ...outcome, ms }
}
