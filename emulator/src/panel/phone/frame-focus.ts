/** How long after an opening the panel keeps the focus, milliseconds. */
const KEEP_MS = 4000

/**
 * An app that focuses its heading as it starts would take the keyboard from the panel. For a while after an opening the
 * panel takes it back, unless a person pointed into the phone or a field is being filled. Returns the way to stop.
 */
export function keepPanelFocus(frame: HTMLIFrameElement): () => void {
  let byTab = false
  const key = (event: KeyboardEvent) => {
    byTab = event.key === 'Tab'
  }
  const takeBack = () => {
    if (document.activeElement !== frame || byTab || frame.matches(':hover') || fills(frame)) return
    frame.blur()
    window.focus()
  }
  // The frame becomes the active element only after the event.
  const blur = () => void setTimeout(takeBack)
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('keydown', key, true)
    removeEventListener('blur', blur)
  }
  addEventListener('keydown', key, true)
  addEventListener('blur', blur)
  const timer = setTimeout(stop, KEEP_MS)
  return stop
}

function fills(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument?.activeElement?.matches('input, textarea, select') ?? false
  } catch {
    return false
  }
}
