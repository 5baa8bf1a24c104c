import type { Route } from '@playwright/test'
import type { EmulatedLine } from './emulated-line.ts'
import type { SeenRequest } from './outcome.ts'
import { APP_ORIGIN } from './scenario-of-setup.ts'

const SDK_PATH = '/__sdk.js'
const APP_PAGE = `<!doctype html><html><head><meta charset="utf-8"><script src="${SDK_PATH}"></script></head><body></body></html>`
/** So that a script's error event comes before a later request's failure, milliseconds. */
const BETWEEN_BREAKS = 100

/** Everything the browser asks for: the app's empty page with the SDK, and LINE's hosts. */
export interface Wire {
  /** Requests to other origins than the app's, in the order they came. */
  readonly requests: readonly SeenRequest[]
  readonly answer: (route: Route) => Promise<void>
}

export function createWire(line: EmulatedLine, sdkScript: string): Wire {
  const requests: SeenRequest[] = []
  let broken = Promise.resolve()

  /** Connections break in the order they were made, and apart: the SDK reports the first to fail. */
  function breakInOrder(route: Route): Promise<void> {
    const mine = broken.then(() => route.abort('failed')).catch(() => undefined)
    broken = mine.then(() => new Promise(resolve => setTimeout(resolve, BETWEEN_BREAKS)))
    return mine
  }

  async function answerLine(route: Route, url: URL): Promise<void> {
    const request = route.request()
    const body = request.postDataBuffer()
    const method = request.method()
    requests.push({ method, url: url.href, body: body?.toString('utf8') ?? null })
    const headers = withoutPseudo(request.headers())
    const init = { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) }
    const response = await line.handle(new Request(url, init))
    if (response === null) return breakInOrder(route)
    const bytes = Buffer.from(await response.arrayBuffer())
    const reply = { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
    // The page may be gone by the time a long poll is answered.
    return route.fulfill(reply).catch(() => undefined)
  }

  return {
    requests,
    async answer(route) {
      const url = new URL(route.request().url())
      if (url.origin !== APP_ORIGIN) return answerLine(route, url)
      if (url.pathname !== SDK_PATH)
        return route.fulfill({ contentType: 'text/html; charset=utf-8', body: APP_PAGE })
      return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: sdkScript })
    },
  }
}

/** Request headers without HTTP/2's own, which `Headers` refuses. */
function withoutPseudo(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
}
