import { noticesFor } from '../pages/notices/notices-for.ts'
import { offlinePage } from '../pages/offline.ts'
import type { World } from '../world/state.ts'

/** False for a service worker's own fetch of a page, which must fail, so that the app shows its own offline page. */
function isDocument(headers: Headers): boolean {
  if (headers.has('service-worker-navigation-preload')) return false
  return ['document', 'iframe', 'frame'].includes(headers.get('sec-fetch-dest') ?? '')
}

/** Returns the browser's offline page, or null if the phone is online or the request is not for a page. */
export function offlineAnswer({ scenario }: World, request: Pick<Request, 'headers'>): Response | null {
  if (scenario.network.kind !== 'offline' || !isDocument(request.headers)) return null
  return offlinePage(noticesFor(request))
}
