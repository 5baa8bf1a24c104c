/** How long the panel retains the keyboard focus after opening the app. */
const KEEP_FOCUS_MS = 4000

/**
 * Returns the focus to the panel if the app takes it right after opening, so that the panel's shortcuts keep working.
 * The app keeps the focus if the user tabs into it, points at the phone, or types into a field. Returns a function that
 * turns this off.
 */
export function keepPanelFocus(frame: HTMLIFrameElement): () => void {
  let byTab = false
  const onKeyDown = (event: KeyboardEvent) => {
    byTab = event.key === 'Tab'
  }
  const takeBack = () => {
    if (document.activeElement !== frame || byTab || frame.matches(':hover') || hasFocusedField(frame)) return
    frame.blur()
    window.focus()
  }
  // The frame becomes the active element only after the blur event.
  const onBlur = () => void setTimeout(takeBack)
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKeyDown, true)
    removeEventListener('blur', onBlur)
  }
  addEventListener('keydown', onKeyDown, true)
  addEventListener('blur', onBlur)
  const timer = setTimeout(stop, KEEP_FOCUS_MS)
  return stop
}

function hasFocusedField(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument?.activeElement?.matches('input, textarea, select') ?? false
  } catch {
    return false
  }
}
