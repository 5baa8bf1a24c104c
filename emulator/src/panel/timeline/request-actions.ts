import { toLocalUrl } from '../../line-paths.ts'
import type { Exchange, TimelineEntry } from '../api/types.ts'
import { harOf } from './har.ts'

/** Returns the request with the URL at which the emulator receives it, so that it never reaches the real LINE. */
export function onEmulator(exchange: Exchange): Exchange {
  return { ...exchange, url: new URL(toLocalUrl(exchange.url), location.href).href }
}

/** True if the panel can send the request again: it went to a host of LINE, which the emulator serves on each origin. */
export function canReplay({ url }: Exchange): boolean {
  return toLocalUrl(url) !== url
}

/** Sends the request again. The emulator logs it, so the response appears in the timeline. */
export async function replay(exchange: Exchange): Promise<void> {
  const { method, url, headers, request } = onEmulator(exchange)
  const body = method === 'GET' || method === 'HEAD' ? null : request
  // If the connection is lost, for example because of a fault, the timeline shows it like any other response.
  await fetch(url, { method, headers, body, credentials: 'omit', redirect: 'manual' }).catch(() => undefined)
}

/** Lets the browser download the requests among the entries as a HAR file. */
export function downloadHar(entries: readonly TimelineEntry[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(harOf(entries), null, 2)], { type: 'application/json' }),
  )
  link.download = 'timeline.har'
  link.click()
  URL.revokeObjectURL(link.href)
}
