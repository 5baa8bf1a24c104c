import type { BrowserContext, Route } from '@playwright/test'
import type { LiffEmulator } from '../emulator.ts'
import { isLineHost } from '../line-hosts.ts'
import { toLocalUrl } from '../line-paths.ts'
import { DROP_HEADER } from '../platform/handle.ts'

/** Redirects with a script, because Playwright does not intercept requests after an HTTP redirect. */
function redirectPage(to: string): string {
  return `<!doctype html><script>location.replace(${JSON.stringify(to)})</script>`
}

async function answer(emulator: LiffEmulator, origin: string, route: Route): Promise<void> {
  const request = route.request()
  if (request.isNavigationRequest()) {
    const body = redirectPage(origin + toLocalUrl(request.url()))
    return route.fulfill({ contentType: 'text/html', body })
  }
  const method = request.method()
  const data = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer()
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'))
  const body = data === null ? null : new Uint8Array(data)
  const response = await emulator.handle(new Request(request.url(), { method, headers, body }), { origin })
  if (response.headers.has(DROP_HEADER)) return route.abort('failed')
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

export async function interceptLine(
  context: BrowserContext,
  emulator: LiffEmulator,
  origin: string,
): Promise<void> {
  await context.route(
    url => isLineHost(url.hostname),
    // The page may already be closed when the response is ready.
    route => answer(emulator, origin, route).catch(() => undefined),
  )
}
