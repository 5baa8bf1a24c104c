import type { LineUrls } from './line-url.ts'

type LoadingElement = {
  readonly type: { readonly prototype: Element }
  readonly property: 'src' | 'href'
}

/**
 * Returns the element types that load a URL from an attribute. Links are not included: `navigation.ts`
 * handles them.
 */
function loadingElements(): LoadingElement[] {
  return [
    { type: HTMLScriptElement, property: 'src' },
    { type: HTMLImageElement, property: 'src' },
    { type: HTMLIFrameElement, property: 'src' },
    { type: HTMLLinkElement, property: 'href' },
  ]
}

/** Maps LINE URLs that scripts assign to the `src` or `href` of scripts, images, frames and style sheets. */
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

/**
 * Loads an image of a LINE host from the emulator after it failed to load. An image in the page's HTML has
 * the unmapped URL, because no setter was called.
 */
function retryImage(event: Event, { toLocal }: LineUrls): void {
  const { target } = event
  if (!(target instanceof HTMLImageElement)) return
  const local = toLocal(target.src)
  if (local !== null) target.src = local
}
