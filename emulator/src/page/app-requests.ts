import { EMULATOR_PREFIX, LINE_PREFIX } from '../page-config.ts'
import { isText, loggedText } from '../platform/log.ts'
import type { PageContext } from './page-context.ts'
import { inPanel } from './report.ts'

/** Reports requests to hosts other than LINE, and their responses, to the panel. */
export function installAppRequests({ urls, report }: Pick<PageContext, 'urls' | 'report'>): void {
  if (!inPanel()) return
  const watches = (url: string) => {
    const { protocol, pathname } = new URL(url, document.baseURI)
    const own = pathname.startsWith(EMULATOR_PREFIX) || pathname.startsWith(LINE_PREFIX)
    return /^https?:$/.test(protocol) && !own && urls.toLocal(url) === null
  }
  const begin = (method: string, url: string): Finish => {
    const started = performance.now()
    return outcome => {
      const ms = Math.round(performance.now() - started)
      const { href } = new URL(url, document.baseURI)
      report({ type: 'request', method: method.toUpperCase(), url: href, ms, ...outcome })
    }
  }
  wrapFetch(watches, begin)
  wrapXhr(watches, begin)
}

type Outcome = {
  /** 0 if there was no response. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly request: string | null
  readonly isSummary: boolean
  readonly response: string | null
}
type Finish = (outcome: Outcome) => void
type Begin = (method: string, url: string) => Finish
type Watches = (url: string) => boolean

function wrapFetch(watches: Watches, begin: Begin): void {
  const original = window.fetch
  window.fetch = function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const given = input instanceof Request ? input : null
    const url = given?.url ?? String(input)
    if (!safely(() => watches(url), false)) return original.call(window, input, init)
    const finish = begin(init?.method ?? given?.method ?? 'GET', url)
    const headers = safely(() => byName(new Headers(init?.headers ?? given?.headers)), {})
    const body = init?.body === undefined ? textOf(given) : Promise.resolve(bodyText(init.body))
    const report = async (response: Response | null) => {
      const text = textOf(response)
      const sent = { headers, request: await body, isSummary: isSummary(init?.body) }
      finish({ status: response?.status ?? 0, ...sent, response: await text })
    }
    return original.call(window, input, init).then(
      response => {
        // Clone the response before the app reads it.
        report(response).catch(() => {})
        return response
      },
      (error: unknown) => {
        report(null).catch(() => {})
        throw error
      },
    )
  }
}

function wrapXhr(watches: Watches, begin: Begin): void {
  const { open, setRequestHeader, send } = XMLHttpRequest.prototype
  type Opened = { readonly method: string; readonly url: string; readonly headers: Headers }
  const opened = new WeakMap<XMLHttpRequest, Opened>()
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]) {
    opened.set(this, { method: String(args[0]), url: String(args[1]), headers: new Headers() })
    Reflect.apply(open, this, args)
  } as typeof open
  XMLHttpRequest.prototype.setRequestHeader = function (this: XMLHttpRequest, name, value) {
    Reflect.apply(setRequestHeader, this, [name, value])
    opened.get(this)?.headers.append(name, value)
  }
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | null) {
    const { method, url, headers } = opened.get(this) ?? { method: 'GET', url: '', headers: new Headers() }
    if (safely(() => watches(url), false)) {
      const finish = begin(method, url)
      const sent = {
        headers: byName(headers),
        request: bodyText(body),
        isSummary: isSummary(body),
      }
      const ended = () =>
        finish({ status: this.status, ...sent, response: safely(() => replyOf(this), null) })
      this.addEventListener('loadend', ended, { once: true })
    }
    Reflect.apply(send, this, [body])
  } as typeof send
}

function replyOf({ responseType, responseText, response }: XMLHttpRequest): string | null {
  if (responseType === 'json') return loggedText(JSON.stringify(response))
  return responseType === '' || responseType === 'text' ? loggedText(responseText) : null
}

const byName = (headers: Headers) =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]))

/** Reads a clone, so that the app can still read the body. Returns null if it is not text. */
async function textOf(message: Request | Response | null): Promise<string | null> {
  if (message === null || message.bodyUsed || !isText(message.headers.get('content-type'))) return null
  return loggedText(await message.clone().text())
}

function bodyText(body: unknown): string | null {
  if (body === null || body === undefined) return null
  if (typeof body === 'string' || body instanceof URLSearchParams) return loggedText(String(body))
  if (body instanceof FormData) return loggedText(JSON.stringify(Object.fromEntries(formFields(body))))
  return body instanceof Blob ? blobText(body) : null
}

const isSummary = (body: unknown): boolean => body instanceof FormData || body instanceof Blob

const formFields = (form: FormData) =>
  [...form].map(([name, value]) => [name, typeof value === 'string' ? value : blobText(value)] as const)

const blobText = ({ type, size }: Blob) => `${type || 'binary'}, ${size} bytes`

/** Keeps the emulator's own errors from reaching the app. */
function safely<T>(run: () => T, otherwise: T): T {
  try {
    return run()
  } catch {
    return otherwise
  }
}
