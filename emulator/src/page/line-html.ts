import { rewriteLineElements } from '../line-html.ts'
import type { LineUrls } from './line-url.ts'
import { type Rewrite, wrapMethod, wrapSetter } from './wrap.ts'

const CDN_SDK = /^https:\/\/static\.line-scdn\.net\/liff\/edge\/.*\/sdk\.js$/

export function loadsSdk(element: Element, { toLine }: LineUrls): boolean {
  return element instanceof HTMLScriptElement && CDN_SDK.test(toLine(element.src) ?? '')
}

/** Maps LINE URLs in HTML that a script inserts, except `TrustedHTML`: the app's policy would refuse a plain string. */
export function installLineHtml(prefix: string): void {
  const rewritten: Rewrite = html => (typeof html === 'string' ? rewriteLineElements(html, prefix) : html)
  for (const name of ['write', 'writeln']) wrapMethod(Document.prototype, name, rewritten)
  for (const name of ['insertAdjacentHTML', 'setHTMLUnsafe']) wrapMethod(Element.prototype, name, rewritten)
  wrapMethod(Range.prototype, 'createContextualFragment', rewritten)
  wrapMethod(ShadowRoot.prototype, 'setHTMLUnsafe', rewritten)
  wrapMethod(DOMParser.prototype, 'parseFromString', rewritten)
  for (const name of ['innerHTML', 'outerHTML']) wrapSetter(Element.prototype, name, rewritten)
  wrapSetter(ShadowRoot.prototype, 'innerHTML', rewritten)
}
