import type { LineUrls } from './line-url.ts'

/** Maps LINE URLs in an opened window's `location` and `postMessage` to the page's own origin. */
export function windowProxy(opened: Window, urls: LineUrls): Window {
  const proxiedLocation = locationProxy(opened, urls)
  const handler: ProxyHandler<Window> = {
    get(_, name) {
      if (name === 'location') return proxiedLocation
      if (name === 'postMessage') return (...args: unknown[]) => postMapped(opened, args, urls)
      const value: unknown = Reflect.get(opened, name)
      return typeof value === 'function' ? value.bind(opened) : value
    },
    set(_, name, value) {
      if (name === 'location') opened.location.href = urls.mapped(String(value))
      else Reflect.set(opened, name, value)
      return true
    },
    has: (_, name) => name in opened,
  }
  // The proxy's target is an empty object, because a window's non-configurable properties would violate the proxy
  // invariants.
  return new Proxy({} as Window, handler)
}

function locationProxy(opened: Window, urls: LineUrls): Location {
  return new Proxy({} as Location, {
    get(_, name) {
      if (name === 'assign' || name === 'replace')
        return (url: string | URL) => opened.location[name](urls.mapped(String(url)))
      const value: unknown = Reflect.get(opened.location, name)
      return typeof value === 'function' ? value.bind(opened.location) : value
    },
    set: (_, name, value) =>
      Reflect.set(opened.location, name, name === 'href' ? urls.mapped(String(value)) : value),
  })
}

function postMapped(opened: Window, [message, target, transfer]: unknown[], { toLocal }: LineUrls): void {
  if (typeof target !== 'string') {
    opened.postMessage(message, target as WindowPostMessageOptions)
    return
  }
  const origin = toLocal(target) === null ? target : location.origin
  opened.postMessage(message, origin, transfer as Transferable[] | undefined)
}
