import type { BrowserContext, Route } from '@playwright/test'
import type { LiffEmulator } from '../emulator.ts'
import { isLineHost } from '../line-hosts.ts'
import { toLocalUrl } from '../line-paths.ts'
import { DROP_HEADER } from '../platform/handle.ts'

/** A page that goes on by itself: Playwright does not intercept where a fulfilled redirect leads. */
function redirectPage(to: string): string {
  return `<!doctype html><script>location.replace(${JSON.stringify(to)})</script>`
}

async function answer(emulator: LiffEmulator, origin: string, route: Route): Promise<void> {
  const asked = route.request()
  if (asked.isNavigationRequest()) {
    const body = redirectPage(origin + toLocalUrl(asked.url()))
    return route.fulfill({ contentType: 'text/html', body })
  }
  const method = asked.method()
  const sent = method === 'GET' || method === 'HEAD' ? null : asked.postDataBuffer()
  const headers = Object.entries(await asked.allHeaders()).filter(([name]) => !name.startsWith(':'))
  const body = sent === null ? null : new Uint8Array(sent)
  const response = await emulator.handle(new Request(asked.url(), { method, headers, body }), { origin })
  if (response.headers.has(DROP_HEADER)) return route.abort('failed')
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

/** What gets past the shim to LINE's real hosts, a picture or a link that is followed, is answered here, too. */
export async function interceptLine(
  context: BrowserContext,
  emulator: LiffEmulator,
  origin: string,
): Promise<void> {
  await context.route(
    url => isLineHost(url.hostname),
    // The page may be gone by the time it is answered.
    route => answer(emulator, origin, route).catch(() => undefined),
  )
}
