import type { Page, Route } from '@playwright/test'
import type { EmulatedLine } from './emulated-line.ts'
import type { SeenRequest } from './outcome.ts'
import { APP_ORIGIN } from './scenario-from-setup.ts'

const SDK_PATH = '/__sdk.js'
/** The recorder posts the page's `liff://` and `line://` URLs here. */
const SCHEME_PATH = '/__scheme'
const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** Returns the HTML of the app's page: an empty page that loads the case's recorder before the SDK. */
export function appPageOf(recorder: string): string {
  const inline = recorder.replaceAll('</', '<\\/')
  return `<!doctype html><html><head><meta charset="utf-8"><script>${inline}</script><script src="${SDK_PATH}"></script></head><body></body></html>`
}

export type PageNetworkParts = {
  readonly page: Page
  readonly line: EmulatedLine
  readonly appPage: string
  readonly sdkScript: string
}

/** Answers all requests of the browser: the app's page with the SDK, and LINE's hosts. */
export type PageNetwork = {
  /** Requests to origins other than the app's, in order of arrival. */
  readonly requests: readonly SeenRequest[]
  readonly answer: (route: Route) => Promise<void>
}

export function createPageNetwork({ page, line, appPage, sdkScript }: PageNetworkParts): PageNetwork {
  const requests: SeenRequest[] = []

  /**
   * Fails a request. The SDK starts loading its script before its first fetch and reports the first failure, but the
   * browser may fail the fetch first; so a fetch fails only after the page's scripts have loaded or failed.
   */
  async function breakConnection(route: Route): Promise<void> {
    if (route.request().resourceType() !== 'script')
      await page.evaluate('window.__scriptsSettled()').catch(() => undefined)
    await route.abort('failed').catch(() => undefined)
  }

  async function answerLine(route: Route, url: URL): Promise<void> {
    const request = route.request()
    const body = request.postDataBuffer()
    const method = request.method()
    const text = body?.toString('utf8') ?? null
    const seen = { method, url: url.href, body: text, answer: null as SeenRequest['answer'] }
    requests.push(seen)
    const headers = withoutPseudo(request.headers())
    const init = { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) }
    const response = await line.handle(new Request(url, init))
    if (response === null) return breakConnection(route)
    const bytes = Buffer.from(await response.arrayBuffer())
    seen.answer = { status: response.status, body: bytes.toString('utf8') }
    const reply = { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
    // A long poll may be answered after the page has closed, so ignore the error.
    return route.fulfill(reply).catch(() => undefined)
  }

  return {
    requests,
    async answer(route) {
      const url = new URL(route.request().url())
      if (url.origin !== APP_ORIGIN) return answerLine(route, url)
      if (url.pathname === SCHEME_PATH) {
        await line.followScheme(route.request().postData() ?? '')
        return route.fulfill({ status: 204 }).catch(() => undefined)
      }
      if (url.pathname !== SDK_PATH) return route.fulfill({ contentType: HTML, body: appPage })
      return route.fulfill({ contentType: SCRIPT, body: sdkScript })
    },
  }
}

/** Removes HTTP/2 pseudo-headers, which `Headers` refuses. */
function withoutPseudo(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
}
