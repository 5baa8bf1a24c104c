import { escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

/** `main` is the main app's LIFF ID, if known. `outcome` is the sub-window's result. */
export type MessageBusPage = {
  readonly main?: string
  readonly outcome?: { readonly status: string; readonly result: unknown }
}

/** Renders a page that requests the main app's LIFF ID over the message bus and posts it as `main`. */
export function connectingPage(texts: ScreenTexts, action: string): Response {
  return page({
    texts,
    title: 'LINE',
    body: `<p class="soft center">${texts.reaching}</p><form method="post" action="${escapeHtml(action)}"></form>`,
  })
}

/** Adds the message bus script to a page of LINE's own apps, and the field `main` to its forms. */
export async function withMessageBus(
  response: Response,
  { main, outcome }: MessageBusPage,
): Promise<Response> {
  const field = `<input type="hidden" name="main" value="${escapeHtml(main ?? '')}">`
  const result = outcome === undefined ? '' : ` data-outcome="${escapeHtml(JSON.stringify(outcome))}"`
  const needsMain = main === undefined ? ' data-needs-main' : ''
  const html = (await response.text())
    .replace('<body>', `<body data-bus${needsMain}${result}>`)
    .replaceAll('</form>', `${field}</form>`)
    .replace('</body>', '<script src="/__emulator/sub-app.js"></script></body>')
  const headers = new Headers(response.headers)
  // As in LINE, the SDK's frame lacks this header, so a page with the header could not embed the frame.
  headers.delete('cross-origin-embedder-policy')
  headers.set(
    'content-security-policy',
    "default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'; script-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  return new Response(html, { status: response.status, headers })
}

/**
 * Script for LINE's own apps in a browser window (`/__emulator/sub-app.js`). As a client of the SDK's message bus, it
 * encrypts messages with the key in the page's URL. It either requests the app's data, or sends the outcome and closes
 * the window.
 */
export const SUB_APP_SCRIPT = `(() => {
  const query = new URLSearchParams(location.search)
  const identifier = query.get('liff.subwindow.identifier')
  const jwk = { kty: 'oct', k: query.get('liff.subwindow.cryptokey'), alg: 'A128GCM', ext: true }
  const key = crypto.subtle.importKey('jwk', jwk, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const algorithm = { name: 'AES-GCM', iv: new TextEncoder().encode(identifier) }
  const bytesOf = text => Uint8Array.from(atob(text), char => char.charCodeAt(0))
  const encrypted = async value => {
    const bytes = await crypto.subtle.encrypt(algorithm, await key, new TextEncoder().encode(JSON.stringify(value)))
    return btoa(String.fromCharCode(...new Uint8Array(bytes)))
  }
  const decrypted = async text =>
    JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await key, bytesOf(text))))
  const frame = document.createElement('iframe')
  frame.name = 'bus'
  frame.hidden = true
  const form = document.createElement('form')
  form.method = 'post'
  form.target = 'bus'
  form.action = '/__line/liff-subwindow.line.me/liff/v2/sub/messageHandler'
  const field = document.createElement('input')
  field.name = 'identifier'
  field.value = identifier
  form.hidden = true
  form.append(field)
  document.body.append(frame, form)
  const ready = new Promise(resolve =>
    addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow && data['iframe-' + identifier + '-ready']) resolve()
    }))
  form.submit()
  let last = Date.now()
  const send = async (action, about) => {
    await ready
    last = Math.max(last + 1, Date.now())
    const timestamp = last
    const answer = new Promise(resolve =>
      addEventListener('message', ({ source, data }) => {
        const event = source === frame.contentWindow && data.messageBusEvent
        if (event && event.replyTarget && event.replyTarget.timestamp === timestamp) resolve(JSON.parse(event.context))
      }))
    const context = JSON.stringify(about)
    frame.contentWindow.postMessage({ messageBusEvent: { action, identifier, timestamp, context } }, '*')
    return answer
  }
  const delay = ms => new Promise(resolve => setTimeout(resolve, ms))
  const { outcome, needsMain } = document.body.dataset
  const requestAppData = async () => {
    for (let tries = 0; tries < 50; tries += 1) {
      const { eventName, data } = await send('command', { eventName: 'getData', key: 'appData' })
      if (eventName !== 'notFound') return data === undefined ? {} : (await decrypted(data)) || {}
      await delay(100)
    }
    return {}
  }
  const sendOutcome = async () => {
    const { status, result } = JSON.parse(outcome)
    await Promise.race([send('broadcast', { eventName: status, data: await encrypted(result) }), delay(1000)])
    close()
  }
  if (outcome !== undefined) void sendOutcome()
  else if (needsMain !== undefined)
    void requestAppData().then(data => {
      const answer = document.querySelector('form:not([hidden])')
      answer.elements.main.value = data.liffId || ''
      answer.submit()
    })
})()
`
