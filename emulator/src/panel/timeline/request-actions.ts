import { toLocalUrl } from '../../line-paths.ts'
import type { Exchange } from '../api/types.ts'

/** Redirects the request to the emulator, so that it never reaches the real LINE. */
export function onEmulator(exchange: Exchange): Exchange {
  return { ...exchange, url: new URL(toLocalUrl(exchange.url), location.href).href }
}

/** The panel can repeat only requests to LINE, because the emulator serves LINE on each origin. */
export function canReplay({ url }: Exchange): boolean {
  return toLocalUrl(url) !== url
}

/** Repeats a request. The emulator logs it, so the response appears in the timeline. */
export async function replay(exchange: Exchange): Promise<void> {
  const { method, url, headers, request } = onEmulator(exchange)
  const body = method === 'GET' || method === 'HEAD' ? null : request
  // The timeline shows a dropped connection, for example from a fault, like a response.
  await fetch(url, { method, headers, body, credentials: 'omit', redirect: 'manual' }).catch(() => undefined)
}
