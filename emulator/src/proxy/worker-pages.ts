import { PROLOGUE, SHIM_TAG } from '../shim-tag.ts'
import { SHIM_AND_GUARD } from './guard.ts'

/** In bytes. */
const PROLOGUE_MAX = 1_000_000

/**
 * Runs in the app's service worker after its own script. Pages that the worker generates or caches bypass the proxy, so
 * this adds the shim to the worker's responses to navigations. Reading the bytes as Latin-1 turns each byte into one
 * character.
 */
const IN_WORKER = `
;(() => {
  const prologue = new RegExp(${JSON.stringify(PROLOGUE.source)}, 'iy')
  const shim = ${JSON.stringify(SHIM_TAG)}
  const bytesOf = text => Uint8Array.from(text, character => character.charCodeAt(0))
  const withShim = text => {
    let at = 0
    prologue.lastIndex = /^\\xEF\\xBB\\xBF/.test(text) ? (at = 3) : 0
    while (prologue.test(text)) at = prologue.lastIndex
    const rest = text.slice(at)
    const isCut = rest === '' || shim.startsWith(rest) || (rest.startsWith('<') && !rest.includes('>'))
    const whole = rest.startsWith(shim) ? text : text.slice(0, at) + ${JSON.stringify(SHIM_AND_GUARD)} + rest
    return { isCut, whole: bytesOf(whole) }
  }
  const stream = () => {
    let text = ''
    let isDone = false
    return new TransformStream({
      transform(chunk, controller) {
        if (isDone) return controller.enqueue(chunk)
        for (const byte of chunk) text += String.fromCharCode(byte)
        const { isCut, whole } = withShim(text)
        if (isCut && text.length < ${PROLOGUE_MAX}) return
        isDone = true
        controller.enqueue(whole)
      },
      flush(controller) {
        if (!isDone) controller.enqueue(withShim(text).whole)
      },
    })
  }
  const changed = async answer => {
    const response = await answer
    const isPage = response instanceof Response && /^text\\/html\\b/i.test(response.headers.get('content-type') || '')
    if (!isPage || response.body === null || response.redirected || response.type === 'opaque') return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(stream()), { status, statusText, headers })
  }
  const { respondWith } = FetchEvent.prototype
  FetchEvent.prototype.respondWith = function (answer) {
    respondWith.call(this, this.request.mode === 'navigate' ? changed(answer) : answer)
  }
})()
`

export const withPagesOfWorker = (script: string): string => `${script}${IN_WORKER}`
