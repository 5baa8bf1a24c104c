import type { PageWindow } from './sdk-page.ts'

/** A channel to other windows, of which a test's phone has none. */
class SilentChannel {
  postMessage(): void {
    // Nobody listens.
  }
}

/** Messages between windows arrive after the code that posts them. */
const later = queueMicrotask

type Listener = (event: { readonly data: unknown }) => void

/** Returns the request of the form that the SDK's script submits in its empty frame. */
function submitted(script: string): { readonly action: string; readonly body: URLSearchParams } {
  const form = { action: '', appendChild: () => {}, submit: () => {} }
  const input = { name: '', value: '' }
  const document = {
    createElement: (name: string) => (name === 'form' ? form : input),
    body: { appendChild: () => {} },
  }
  new Function('document', script)(document)
  return { action: form.action, body: new URLSearchParams({ [input.name]: input.value }) }
}

/**
 * Makes an iframe of the SDK the hidden frame of its message bus: loads LINE's page for it, runs that page's script, and
 * passes messages on between it and the app's page. Returns the iframe.
 */
export function messageFrame<Frame extends object>(
  window: PageWindow,
  fetch: typeof globalThis.fetch,
  frame: Frame,
): Frame {
  const { MessageEvent } = window
  const listeners = new Set<Listener>()
  async function load(script: string): Promise<void> {
    const { action, body } = submitted(script)
    const { origin } = new URL(action)
    const deliver = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data, origin }))
    const parent = { postMessage: (data: unknown) => later(() => deliver(data)) }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(action, { method: 'POST', body: body.toString(), headers }).catch(() => null)
    const html = response?.ok ? await response.text() : ''
    const [, code = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? []
    const listen = (_: string, listener: Listener) => listeners.add(listener)
    new Function('parent', 'BroadcastChannel', 'addEventListener', 'setTimeout', code)(
      ...[parent, SilentChannel, listen, window.setTimeout],
    )
  }
  const contentWindow = {
    window: { eval: (script: string) => void load(script) },
    postMessage: (data: unknown) => later(() => listeners.forEach(hear => void hear({ data }))),
  }
  Object.defineProperty(frame, 'contentWindow', { value: contentWindow })
  return frame
}
