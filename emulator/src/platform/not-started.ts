import { EMULATOR_PREFIX } from '../page-config.ts'
import type { RequestLog } from './log.ts'

/** Either the shim's script did not load, or the shim threw an error, or the document does not run scripts. */
export type NotStartedReason = 'no-script' | 'error' | 'scripts-off'

const CAUSES: Readonly<Record<NotStartedReason, string>> = {
  'no-script': `the browser did not load ${EMULATOR_PREFIX}shim.js, so the emulator stopped the page. Look for a service worker that answers this path, a content security policy of the app, or an extension of the browser that blocks it`,
  error:
    'the shim failed, so the emulator stopped the page. The console of the browser may say where. Look for a script that runs before the app, such as one of an extension of the browser, and changes built-in functions',
  'scripts-off':
    'no scripts run in this document. Switch JavaScript on in the browser, or add allow-scripts to the sandbox of the frame or of the content security policy. Until then, a link or a form that leads to LINE leads to the real LINE',
}

export const notStartedPath = (reason: NotStartedReason): string =>
  `${EMULATOR_PREFIX}not-started?reason=${reason}`

const isReason = (text: string): text is NotStartedReason => Object.hasOwn(CAUSES, text)

const LONGEST = 500

/** Control characters in a page's text could move the terminal's cursor. */
const printable = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, LONGEST)

/** Logs a page whose shim did not start. Pages without JavaScript request this as a style sheet. */
export function answerNotStarted(log: RequestLog, { searchParams, origin }: URL): Response {
  const reason = searchParams.get('reason') ?? ''
  const page = searchParams.get('page') ?? ''
  if (!isReason(reason) || !URL.canParse(page, origin)) return new Response(null, { status: 400 })
  const detail = searchParams.get('detail')
  const error = `The emulator's shim did not start: ${CAUSES[reason]}${detail === null ? '' : ` (${printable(detail)})`}`
  const url = printable(new URL(page, origin).href)
  const entry = { at: Date.now(), via: 'page', method: 'GET', url, status: 0, ms: 0 } as const
  log.add({ ...entry, request: null, response: null, error })
  return new Response('', {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-store' },
  })
}
