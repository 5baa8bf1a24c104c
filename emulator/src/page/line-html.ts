import { rewriteLineElements } from '../line-html.ts'
import type { LineUrls } from './line-url.ts'

const CDN_SDK = /^https:\/\/static\.line-scdn\.net\/liff\/edge\/.*\/sdk\.js$/

/** True if the element is a script that loads the SDK of LINE's CDN, for which the emulator has another file. */
export function loadsSdk(element: Element, { toLine }: LineUrls): boolean {
  return element instanceof HTMLScriptElement && CDN_SDK.test(toLine(element.src) ?? '')
}

/**
 * Makes scripts of LINE's CDN and images of LINE's hosts load from the emulator if a script adds them to the
 * page as HTML.
 */
export function installLineHtml(): void {
  wrapMethod(Document.prototype, 'write')
  wrapMethod(Document.prototype, 'writeln')
  wrapMethod(Range.prototype, 'createContextualFragment')
  wrapMethod(Element.prototype, 'insertAdjacentHTML')
  wrapSetter(Element.prototype, 'innerHTML')
  wrapSetter(Element.prototype, 'outerHTML')
  wrapSetter(ShadowRoot.prototype, 'innerHTML')
}

/** Returns trusted HTML unchanged: a string in its place would violate the app's policy. */
function rewritten(html: unknown): unknown {
  return typeof html === 'string' ? rewriteLineElements(html) : html
}

/** Rewrites every text argument of a method. */
function wrapMethod(prototype: object, name: string): void {
  const method: unknown = Reflect.get(prototype, name)
  if (typeof method !== 'function') return
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(method, this, args.map(rewritten))
    },
  })
}

function wrapSetter(prototype: object, name: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)
  const { get, set } = descriptor ?? {}
  if (!descriptor || !get || !set) return
  Object.defineProperty(prototype, name, {
    ...descriptor,
    get,
    set(this: unknown, html: unknown) {
      set.call(this, rewritten(html))
    },
  })
}
