import type { GlobalWindow, HTMLFormElement } from 'happy-dom'
import { compile } from './sdk-program.ts'

/**
 * Turns an empty window into the hidden frame of the SDK's message bus: a form submitted in it loads LINE's page, whose
 * script exchanges messages with the app's page.
 */
export function messageFrame(
  page: GlobalWindow,
  frame: GlobalWindow,
  fetch: typeof globalThis.fetch,
): GlobalWindow {
  const { document } = frame
  async function submit(this: HTMLFormElement): Promise<void> {
    const { origin } = new URL(this.action)
    const deliver = (data: unknown) => page.dispatchEvent(new page.MessageEvent('message', { data, origin }))
    const parent = { postMessage: (data: unknown) => queueMicrotask(() => deliver(data)) }
    const body = new URLSearchParams([...new frame.FormData(this)] as string[][])
    const response = await fetch(this.action, { method: 'POST', body }).catch(() => null)
    if (!response?.ok) return
    // The phone has no other window that could receive messages.
    const BroadcastChannel = class {
      readonly postMessage = () => {}
    }
    Object.assign(frame, { BroadcastChannel, parent })
    document.write(await response.text())
    for (const { text } of document.scripts) compile(text)(frame)
  }
  const create = document.createElement.bind(document)
  document.createElement = (name: string) => Object.assign(create(name), { submit })
  frame.eval = script => compile(script)(frame)
  return frame
}
