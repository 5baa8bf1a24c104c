import { rewriteLineElements } from '../line-html.ts'
import type { LineUrls } from './line-url.ts'
import { type Rewrite, wrapMethod, wrapSetter } from './wrap.ts'

const CDN_SDK = /^https:\/\/static\.line-scdn\.net\/liff\/edge\/.*\/sdk\.js$/

export function loadsSdk(element: Element, { toLine }: LineUrls): boolean {
  return element instanceof HTMLScriptElement && CDN_SDK.test(toLine(element.src) ?? '')
}

/**
 * Maps LINE URLs in HTML that a script inserts. Trusted HTML stays unchanged, because a plain string would violate the
 * app's policy.
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
