import { SHIM_AND_GUARD_IN_XML } from './guard.ts'

/** Anything that can precede the root element: BOM, whitespace, comments, processing instructions, doctype. */
const BEFORE_ROOT =
  /\uFEFF|\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE(?:[^>"'[]|"[^"]*"|'[^']*'|\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<[?!])*\])*>/y
const ROOT = /<[^\s/>!?](?:[^>"'/]|"[^"]*"|'[^']*'|\/(?!>))*>/y
const HEAD = /\s*<head(?:\s(?:[^>"'/]|"[^"]*"|'[^']*'|\/(?!>))*)?>/y

/** Scripts run only in elements of these namespaces. */
const SCRIPTED = /http:\/\/www\.w3\.org\/(1999\/xhtml|2000\/svg)/

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Adds the shim as the first script of an XML document that can run scripts, such as XHTML or SVG. */
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
