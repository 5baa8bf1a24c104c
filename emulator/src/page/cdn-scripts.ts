import { rewriteCdnScripts } from '../sdk/cdn.ts'
import type { LineUrls } from './line-url.ts'

const CDN_SDK = /^https:\/\/static\.line-scdn\.net\/liff\/edge\/.*\/sdk\.js$/

/** True if the element is a script that loads the SDK of LINE's CDN, for which the emulator has another file. */
export function loadsSdk(element: Element, { toLine }: LineUrls): boolean {
  return element instanceof HTMLScriptElement && CDN_SDK.test(toLine(element.src) ?? '')
}

/** Makes script elements for LINE's CDN load the installed SDK if a script adds them to the page as HTML. */
export function installCdnScripts(): void {
  const { write, writeln } = Document.prototype
  Document.prototype.write = function (...text: string[]): void {
    Reflect.apply(write, this, text.map(rewritten))
  }
  Document.prototype.writeln = function (...text: string[]): void {
    Reflect.apply(writeln, this, text.map(rewritten))
  }
  const { createContextualFragment } = Range.prototype
  Range.prototype.createContextualFragment = function (html: string): DocumentFragment {
    return Reflect.apply(createContextualFragment, this, [rewritten(html)]) as DocumentFragment
  }
}

/** Returns trusted HTML unchanged: a string in its place would violate the app's policy. */
function rewritten(html: unknown): unknown {
  return typeof html === 'string' ? rewriteCdnScripts(html) : html
}
