import { createHash } from 'node:crypto'
import { EMULATOR_PREFIX } from '../page-config.ts'
import { type NotStartedReason, notStartedPath } from '../platform/not-started.ts'
import { SHIM_TAG } from '../shim-tag.ts'

const STOPPED = `The LIFF emulator stopped this page: its script ${EMULATOR_PREFIX}shim.js did not start. The terminal and the timeline say why.`

/**
 * Stops the page if its shim has not started, before an app script can call the real LINE. `<plaintext>` turns the rest
 * of the document into hidden text. The code must not contain `<` or `&`, because it is inserted into XML documents
 * unescaped.
 */
const GUARD = `(function(){var c=window.__LIFF_EMULATOR__;if(c)if(c.started)return;try{document.write('\\x3cp>${STOPPED}\\x3c/p>\\x3cplaintext style="display:none">')}catch(e){window.stop();document.documentElement.textContent='${STOPPED}'}new Image().src=(c?'${notStartedPath('error')}':'${notStartedPath('no-script')}')+'\\x26page='+encodeURIComponent(location.href)})()`

/** CSP source that allows the guard to run where inline scripts are forbidden. */
export const GUARD_SOURCE = `'sha256-${createHash('sha256').update(GUARD).digest('base64')}'`

const GUARD_TAG = `<script>${GUARD}</script>`

export const SHIM_AND_GUARD = SHIM_TAG + GUARD_TAG

/** In XML, the elements need the XHTML namespace. */
export const SHIM_AND_GUARD_IN_XML = SHIM_AND_GUARD.replaceAll(
  '<script',
  '<script xmlns="http://www.w3.org/1999/xhtml"',
)

/**
 * Returns a style sheet tag that browsers load only if scripts are disabled, to report that. Add it only to navigated
 * documents: a script that copies a fetched page's head would load it by mistake.
 */
export function noScriptTag(page: string): string {
  const reason: NotStartedReason = 'scripts-off'
  const href = `${notStartedPath(reason)}&amp;page=${encodeURIComponent(page)}`
  return `<noscript><link rel="stylesheet" href="${href}"></noscript>`
}
