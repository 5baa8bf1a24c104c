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

export type PageRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  readonly forScript: boolean
}

export type PageAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export type PageNetworkParts = {
  /** Resolves when the page's scripts have loaded or failed. */
  readonly scriptsSettled: () => Promise<unknown>
  readonly line: EmulatedLine
  readonly appPage: string
  readonly sdkScript: string
}

export type PageNetwork = {
  /** Requests to origins other than the app's, in order of arrival. */
  readonly requests: readonly SeenRequest[]
  /** Resolves to null if the connection should break. */
  readonly answer: (request: PageRequest) => Promise<PageAnswer | null>
}

const answerOf = (type: string, text: string): PageAnswer => ({
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(text),
})

export function createPageNetwork(parts: PageNetworkParts): PageNetwork {
  const { scriptsSettled, line, appPage, sdkScript } = parts
  const requests: SeenRequest[] = []

  async function answerLine({
    method,
    url,
    headers,
    body,
    forScript,
  }: PageRequest): Promise<PageAnswer | null> {
    const text = body?.toString('utf8') ?? null
    const seen = { method, url, body: text, answer: null as SeenRequest['answer'] }
    // The browser adds preflights; the SDK does not make them.
    if (method !== 'OPTIONS') requests.push(seen)
    const init = { method, headers: withoutPseudo(headers), ...(body ? { body: new Uint8Array(body) } : {}) }
    const response = await line.handle(new Request(url, init))
    if (response === null) {
      // The SDK starts loading its script before its first fetch and reports the first failure, but the browser may
      // fail the fetch first. So a fetch fails only after the page's scripts have loaded or failed.
      if (!forScript) await scriptsSettled().catch(() => undefined)
      return null
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    seen.answer = { status: response.status, body: bytes.toString('utf8') }
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
  }

  return {
    requests,
    async answer(request) {
      const { origin, pathname } = new URL(request.url)
      if (origin !== APP_ORIGIN) return answerLine(request)
      if (pathname === SCHEME_PATH) {
        await line.followScheme(request.body?.toString('utf8') ?? '')
        return { status: 204, headers: {}, body: Buffer.alloc(0) }
      }
      return pathname === SDK_PATH ? answerOf(SCRIPT, sdkScript) : answerOf(HTML, appPage)
    },
  }
}

/** Removes HTTP/2 pseudo-headers, which `Headers` refuses. */
function withoutPseudo(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
}
