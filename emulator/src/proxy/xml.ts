import { SHIM_AND_GUARD_IN_XML } from './guard.ts'

/** What can come before the root element of an XML document, once. A document type can contain declarations. */
const BEFORE_ROOT =
  /\uFEFF|\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE(?:[^>"'[]|"[^"]*"|'[^']*'|\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<[?!])*\])*>/y
/** A start tag with content. The attributes in XML have quotation marks. */
const ROOT = /<[^\s/>!?](?:[^>"'/]|"[^"]*"|'[^']*'|\/(?!>))*>/y
const HEAD = /\s*<head(?:\s(?:[^>"'/]|"[^"]*"|'[^']*'|\/(?!>))*)?>/y

/** Scripts run only in elements of these namespaces. */
const SCRIPTED = /http:\/\/www\.w3\.org\/(1999\/xhtml|2000\/svg)/

/** Returns the end of the pattern's match at a position, or the position itself if it does not match there. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Adds the shim as the first script of an XML document in which scripts can run, such as XHTML or SVG. */
export function withShimInXml(text: string): string {
  if (!SCRIPTED.test(text)) return text
  let start = 0
  for (let next = after(BEFORE_ROOT, text, 0); next > start; next = after(BEFORE_ROOT, text, start))
    start = next
  const root = after(ROOT, text, start)
  if (root === start) return text
  const at = after(HEAD, text, root)
  return text.slice(0, at) + SHIM_AND_GUARD_IN_XML + text.slice(at)
}
