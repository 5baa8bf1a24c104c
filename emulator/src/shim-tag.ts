import { ATTRIBUTES, COMMENT, NAME_END } from './html-syntax.ts'
import { rewriteLineElements } from './line-html.ts'
import { EMULATOR_PREFIX } from './page-config.ts'

export const SHIM_TAG = `<script src="${EMULATOR_PREFIX}shim.js"></script>`

const START_TAG_REST = `${NAME_END}${ATTRIBUTES}>`
/** What can come before the first element in a document's head, once. */
export const PROLOGUE = new RegExp(
  String.raw`\uFEFF|\s+|${COMMENT}|<!(?!--)[^>]*>|<\?[^>]*>|<html${START_TAG_REST}|<head${START_TAG_REST}`,
  'iy',
)

/** Returns where the first element of a document's head is, or would be. */
export function prologueLength(html: string): number {
  PROLOGUE.lastIndex = 0
  let length = 0
  while (PROLOGUE.test(html)) length = PROLOGUE.lastIndex
  return length
}

/**
 * Adds the shim as the first script of an HTML document, before the app's own scripts. Makes scripts from LINE's
 * CDN load the installed SDK, and images of LINE's hosts load from the emulator.
 */
export function injectShim(text: string): string {
  const html = rewriteLineElements(text)
  if (html.includes(SHIM_TAG)) return html
  const at = prologueLength(html)
  return html.slice(0, at) + SHIM_TAG + html.slice(at)
}
