import { escapeHtml, page } from './layout.ts'
import type { ScreenTexts } from './texts/th.ts'

/** What a page of such a window is told: the main app's LIFF id, once it is known, and how the sub-window ended. */
export type MessageBusPage = {
  readonly main?: string
  readonly outcome?: { readonly status: string; readonly result: unknown }
}

/** Shown while the window hears from the app that opened it; then posts `main`. */
export function connectingPage(texts: ScreenTexts, action: string): Response {
  return page({
    texts,
    title: 'LINE',
    body: `<p class="soft center">${texts.reaching}</p><form method="post" action="${escapeHtml(action)}"></form>`,
  })
}

/** A page of one of LINE's sub-apps in the window of a browser: its forms carry `main`, its script speaks the bus. */
export async function withMessageBus(
  response: Response,
  { main, outcome }: MessageBusPage,
): Promise<Response> {
  const field = `<input type="hidden" name="main" value="${escapeHtml(main ?? '')}">`
  const told = outcome === undefined ? '' : ` data-outcome="${escapeHtml(JSON.stringify(outcome))}"`
  const asks = main === undefined ? ' data-asks' : ''
  const html = (await response.text())
    .replace('<body>', `<body data-bus${asks}${told}>`)
    .replaceAll('</form>', `${field}</form>`)
    .replace('</body>', '<script src="/__emulator/sub-app.js"></script></body>')
  const headers = new Headers(response.headers)
  headers.set(
    'content-security-policy',
    "default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'; script-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  return new Response(html, { status: response.status, headers })
}

/**
 * What such a page runs (`/__emulator/sub-app.js`): its end of the SDK's message bus, encrypted with the key in its
 * address. It asks for the app's data, or hands the outcome over and closes the window.
 */
export const SUB_APP_SCRIPT = `(() => {
  const query = new URLSearchParams(location.search)
  const identifier = query.get('liff.subwindow.identifier')
  const jwk = { kty: 'oct', k: query.get('liff.subwindow.cryptokey'), alg: 'A128GCM', ext: true }
  const key = crypto.subtle.importKey('jwk', jwk, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const how = { name: 'AES-GCM', iv: new TextEncoder().encode(identifier) }
  const bytesOf = text => Uint8Array.from(atob(text), char => char.charCodeAt(0))
  const encrypted = async value => {
    const bytes = await crypto.subtle.encrypt(how, await key, new TextEncoder().encode(JSON.stringify(value)))
    return btoa(String.fromCharCode(...new Uint8Array(bytes)))
  }
  const decrypted = async text =>
    JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(how, await key, bytesOf(text))))
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
  const later = ms => new Promise(resolve => setTimeout(resolve, ms))
  const { outcome, asks } = document.body.dataset
  const askMain = async () => {
    for (let tries = 0; tries < 50; tries += 1) {
      const { eventName, data } = await send('command', { eventName: 'getData', key: 'appData' })
      if (eventName !== 'notFound') return data === undefined ? {} : (await decrypted(data)) || {}
      await later(100)
    }
    return {}
  }
  const hand = async () => {
    const { status, result } = JSON.parse(outcome)
    await Promise.race([send('broadcast', { eventName: status, data: await encrypted(result) }), later(1000)])
    close()
  }
  if (outcome !== undefined) void hand()
  else if (asks !== undefined)
    void askMain().then(data => {
      const answer = document.querySelector('form:not([hidden])')
      answer.elements.main.value = data.liffId || ''
      answer.submit()
    })
})()
`
