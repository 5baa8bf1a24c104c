import { toLocalUrl } from '../../line-paths.ts'
import type { Exchange, TimelineEntry } from '../api/types.ts'
import { harOf } from './har.ts'

/** Points the request at the emulator, so that it never reaches the real LINE. */
export function onEmulator(exchange: Exchange): Exchange {
  return { ...exchange, url: new URL(toLocalUrl(exchange.url), location.href).href }
}

/** The panel can repeat only requests to LINE, which the emulator serves on each origin. */
export function canReplay({ url }: Exchange): boolean {
  return toLocalUrl(url) !== url
}

/** The emulator logs the repeated request, so its response appears in the timeline. */
export async function replay(exchange: Exchange): Promise<void> {
  const { method, url, headers, request } = onEmulator(exchange)
  const body = method === 'GET' || method === 'HEAD' ? null : request
  // The timeline shows a lost connection, for example because of a fault, like any other response.
  await fetch(url, { method, headers, body, credentials: 'omit', redirect: 'manual' }).catch(() => undefined)
}

export function downloadHar(entries: readonly TimelineEntry[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(harOf(entries), null, 2)], { type: 'application/json' }),
  )
  link.download = 'timeline.har'
  link.click()
  URL.revokeObjectURL(link.href)
}
