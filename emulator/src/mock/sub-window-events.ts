import type { Phone } from './phone.ts'

/** How a sub-window ends. */
export type SubWindowEnd = 'submit' | 'cancel' | 'close'

export type Listener = (data: unknown) => void

/** `liff.subWindow.on`. */
export function listen(phone: Phone, event: string, listener: Listener): void {
  const { listeners } = phone.page().subWindows
  listeners.set(event, [...(listeners.get(event) ?? []), listener])
}

/** `liff.subWindow.off`. */
export function unlisten(phone: Phone, event: string, listener: Listener): void {
  const { listeners } = phone.page().subWindows
  const left = [...(listeners.get(event) ?? [])]
  const at = left.indexOf(listener)
  if (at >= 0) left.splice(at, 1)
  listeners.set(event, left)
}

/** Tells those who listen in this page. */
export function emit(phone: Phone, event: string, data: unknown): void {
  for (const listener of phone.page().subWindows.listeners.get(event) ?? []) listener(data)
}

/** A new sub-window is watched over; whatever watched an earlier one stops. */
export function startWatching(phone: Phone): AbortSignal {
  const { subWindows } = phone.page()
  subWindows.watch?.abort()
  subWindows.popup?.close()
  subWindows.popup = null
  subWindows.watch = new AbortController()
  subWindows.ended = false
  return subWindows.watch.signal
}

/** The sub-window is over, and the page is told; the first end counts. */
export function endSubWindow(phone: Phone, status: SubWindowEnd, data: unknown): void {
  const { subWindows } = phone.page()
  if (subWindows.ended !== false) return
  subWindows.ended = true
  subWindows.watch?.abort()
  subWindows.popup?.close()
  subWindows.popup = null
  emit(phone, status, data)
}
