import type { LineUrls } from './line-url.ts'

export function installNetwork(urls: LineUrls): void {
  wrapFetch(urls)
  wrapXhr(urls)
  wrapBeacon(urls)
}

function wrapFetch({ toLocal }: LineUrls): void {
  const original = window.fetch
  window.fetch = function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (input instanceof Request) {
      const local = toLocal(input.url)
      // A new Request preserves the original's settings and body.
      return original.call(window, local === null ? input : new Request(local, input), init)
    }
    return original.call(window, toLocal(input) ?? input, init)
  }
}

function wrapXhr({ toLocal }: LineUrls): void {
  const open = XMLHttpRequest.prototype.open
  function mappedOpen(this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]): void {
    const local = toLocal(url) ?? url
    Reflect.apply(open, this, [method, local, ...rest])
  }
  XMLHttpRequest.prototype.open = mappedOpen as typeof open
}

function wrapBeacon({ mapped }: LineUrls): void {
  if (!('sendBeacon' in Navigator.prototype)) return
  const sendBeacon = Navigator.prototype.sendBeacon
  Navigator.prototype.sendBeacon = function (url: string | URL, data?: BodyInit | null): boolean {
    return sendBeacon.call(this, mapped(String(url)), data)
  }
}
