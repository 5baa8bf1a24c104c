import { ATTRIBUTES, COMMENT, NAME_END } from './html-syntax.ts'
import { rewriteLineElements } from './line-html.ts'
import { EMULATOR_PREFIX } from './page-config.ts'

export const SHIM_TAG = `<script src="${EMULATOR_PREFIX}shim.js"></script>`

const START_TAG_REST = `${NAME_END}${ATTRIBUTES}>`
export const PROLOGUE = new RegExp(
  String.raw`\uFEFF|\s+|${COMMENT}|<!(?!--)[^>]*>|<\?[^>]*>|<html${START_TAG_REST}|<head${START_TAG_REST}`,
  'iy',
)

export function prologueLength(html: string): number {
  PROLOGUE.lastIndex = 0
  let length = 0
  while (PROLOGUE.test(html)) length = PROLOGUE.lastIndex
  return length
}

/** Adds the shim, which must run before the app's own scripts. */
export function injectShim(text: string): string {
  const html = rewriteLineElements(text)
  if (html.includes(SHIM_TAG)) return html
  const at = prologueLength(html)
  return html.slice(0, at) + SHIM_TAG + html.slice(at)
}
