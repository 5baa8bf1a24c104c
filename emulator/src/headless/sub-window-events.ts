import type { Phone } from './phone.ts'

/** How a sub-window can end. */
export type SubWindowEnd = 'submit' | 'cancel' | 'close'

export type Listener = (data: unknown) => void

/** `liff.subWindow.on`: adds a listener for an event of the sub-window. */
export function listen(phone: Phone, event: string, listener: Listener): void {
  const { listeners } = phone.page().subWindows
  listeners.set(event, [...(listeners.get(event) ?? []), listener])
}

/** `liff.subWindow.off`: removes a listener. */
export function unlisten(phone: Phone, event: string, listener: Listener): void {
  const { listeners } = phone.page().subWindows
  const left = [...(listeners.get(event) ?? [])]
  const at = left.indexOf(listener)
  if (at >= 0) left.splice(at, 1)
  listeners.set(event, left)
}

/** Calls the page's listeners for an event. */
export function emit(phone: Phone, event: string, data: unknown): void {
  for (const listener of phone.page().subWindows.listeners.get(event) ?? []) listener(data)
}

/** Stops watching any earlier sub-window and returns the signal that stops watching the new one. */
export function startWatching(phone: Phone): AbortSignal {
  const { subWindows } = phone.page()
  subWindows.watch?.abort()
  subWindows.popup?.close()
  subWindows.popup = null
  subWindows.watch = new AbortController()
  subWindows.ended = false
  return subWindows.watch.signal
}

/** Ends the open sub-window and notifies the page. Does nothing if the sub-window has already ended. */
export function endSubWindow(phone: Phone, status: SubWindowEnd, data: unknown): void {
  const { subWindows } = phone.page()
  if (subWindows.ended !== false) return
  subWindows.ended = true
  subWindows.watch?.abort()
  subWindows.popup?.close()
  subWindows.popup = null
  emit(phone, status, data)
}
