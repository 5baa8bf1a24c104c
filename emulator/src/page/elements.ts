import { loadsSdk } from './line-html.ts'
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
  ignoreSdkIntegrity(urls)
  const setAttribute = Element.prototype.setAttribute
  Element.prototype.setAttribute = function (name: string, value: string): void {
    const attribute = name.toLowerCase()
    if (attribute === 'integrity' && loadsSdk(this, urls)) return
    const loads = elements.some(({ type, property }) => property === attribute && isInstance(this, type))
    setAttribute.call(this, name, loads ? mappedValue(value, urls) : value)
    if (loads && loadsSdk(this, urls)) this.removeAttribute('integrity')
  }
  window.addEventListener('error', event => retryImage(event, urls), true)
}

function isInstance(element: Element, type: LoadingElement['type']): boolean {
  return Object.prototype.isPrototypeOf.call(type.prototype, element)
}

/** Returns the emulator's URL for a LINE URL. Returns any other value unchanged, such as a `TrustedScriptURL`. */
function mappedValue(value: unknown, { toLocal }: LineUrls): string {
  return toLocal(String(value)) ?? (value as string)
}

/** Ignores the hash that an app sets for the CDN's file, before or after its `src`. */
function ignoreSdkIntegrity(urls: LineUrls): void {
  const { prototype } = HTMLScriptElement
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'integrity')
  const { get, set } = descriptor ?? {}
  if (!descriptor || !get || !set) return
  Object.defineProperty(prototype, 'integrity', {
    ...descriptor,
    get,
    set(this: HTMLScriptElement, value: unknown) {
      if (!loadsSdk(this, urls)) set.call(this, value)
    },
  })
}

function mapProperty(prototype: Element, property: 'src' | 'href', urls: LineUrls): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, property)
  const { get, set } = descriptor ?? {}
  if (!descriptor || !get || !set) return
  Object.defineProperty(prototype, property, {
    ...descriptor,
    get,
    set(this: Element, value: unknown) {
      set.call(this, mappedValue(value, urls))
      if (loadsSdk(this, urls)) this.removeAttribute('integrity')
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
