import type { LineUrls } from './line-url.ts'

type LoadingElement = {
  readonly type: { readonly prototype: Element }
  readonly property: 'src' | 'href'
}

/** Returns the elements that load a URL from an attribute. `navigation.ts` handles links. */
function loadingElements(): LoadingElement[] {
  return [
    { type: HTMLScriptElement, property: 'src' },
    { type: HTMLImageElement, property: 'src' },
    { type: HTMLIFrameElement, property: 'src' },
    { type: HTMLLinkElement, property: 'href' },
  ]
}

/** Maps LINE URLs in the `src` and `href` of scripts, images, frames and style sheets, set by property or attribute. */
export function installElements(urls: LineUrls): void {
  const elements = loadingElements()
  for (const { type, property } of elements) mapProperty(type.prototype, property, urls)
  const setAttribute = Element.prototype.setAttribute
  Element.prototype.setAttribute = function (name: string, value: string): void {
    const loads = elements.some(
      ({ type, property }) => property === name.toLowerCase() && isInstance(this, type),
    )
    setAttribute.call(this, name, loads ? urls.mapped(String(value)) : value)
  }
  window.addEventListener('error', event => retryImage(event, urls), true)
}

function isInstance(element: Element, type: LoadingElement['type']): boolean {
  return Object.prototype.isPrototypeOf.call(type.prototype, element)
}

function mapProperty(prototype: Element, property: 'src' | 'href', { mapped }: LineUrls): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, property)
  const { get, set } = descriptor ?? {}
  if (!descriptor || !get || !set) return
  Object.defineProperty(prototype, property, {
    ...descriptor,
    get,
    set(this: Element, value: unknown) {
      set.call(this, mapped(String(value)))
    },
  })
}

/** Reloads a failed image of a LINE host from the emulator. An image parsed from HTML calls no setter to map its URL. */
function retryImage(event: Event, { toLocal }: LineUrls): void {
  const { target } = event
  if (!(target instanceof HTMLImageElement)) return
  const local = toLocal(target.src)
  if (local !== null) target.src = local
}
