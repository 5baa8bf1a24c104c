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
  readonly request: string | null
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
    const body = init?.body === undefined ? textOf(given) : Promise.resolve(bodyText(init.body))
    const report = async (response: Response | null) => {
      const text = textOf(response)
      finish({ status: response?.status ?? 0, request: await body, response: await text })
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
  const { open, send } = XMLHttpRequest.prototype
  const opened = new WeakMap<XMLHttpRequest, readonly [method: string, url: string]>()
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]) {
    opened.set(this, [String(args[0]), String(args[1])])
    Reflect.apply(open, this, args)
  } as typeof open
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | null) {
    const [method, url] = opened.get(this) ?? ['GET', '']
    if (safely(() => watches(url), false)) {
      const finish = begin(method, url)
      const request = bodyText(body)
      const ended = () =>
        finish({ status: this.status, request, response: safely(() => replyOf(this), null) })
      this.addEventListener('loadend', ended, { once: true })
    }
    Reflect.apply(send, this, [body])
  } as typeof send
}

function replyOf({ responseType, responseText, response }: XMLHttpRequest): string | null {
  if (responseType === 'json') return loggedText(JSON.stringify(response))
  return responseType === '' || responseType === 'text' ? loggedText(responseText) : null
}

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
