import { rewriteLineElements } from '../line-html.ts'
import type { LineUrls } from './line-url.ts'
import { type Rewrite, wrapMethod, wrapSetter } from './wrap.ts'

const CDN_SDK = /^https:\/\/static\.line-scdn\.net\/liff\/edge\/.*\/sdk\.js$/

/** True if the element is a script that loads the SDK of LINE's CDN, for which the emulator has another file. */
export function loadsSdk(element: Element, { toLine }: LineUrls): boolean {
  return element instanceof HTMLScriptElement && CDN_SDK.test(toLine(element.src) ?? '')
}

/**
 * Makes what HTML loads from LINE's hosts load from the emulator if a script adds the HTML to the page. Trusted HTML
 * stays unchanged: a string in its place would violate the app's policy.
 */
export function installLineHtml(prefix: string): void {
  const rewritten: Rewrite = html => (typeof html === 'string' ? rewriteLineElements(html, prefix) : html)
  wrapMethod(Document.prototype, 'write', rewritten)
  wrapMethod(Document.prototype, 'writeln', rewritten)
  wrapMethod(Range.prototype, 'createContextualFragment', rewritten)
  wrapMethod(Element.prototype, 'insertAdjacentHTML', rewritten)
  wrapMethod(Element.prototype, 'setHTMLUnsafe', rewritten)
  wrapMethod(ShadowRoot.prototype, 'setHTMLUnsafe', rewritten)
  wrapMethod(DOMParser.prototype, 'parseFromString', rewritten)
  wrapSetter(Element.prototype, 'innerHTML', rewritten)
  wrapSetter(Element.prototype, 'outerHTML', rewritten)
  wrapSetter(ShadowRoot.prototype, 'innerHTML', rewritten)
}
