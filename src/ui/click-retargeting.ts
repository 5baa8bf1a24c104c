/** Maximum movement of the finger during a tap, in CSS pixels. */
const ROLL_PX = 10

type Press = { readonly control: HTMLElement; readonly x: number; readonly y: number }

/** Returns a key that changes when a tap opens another screen, or opens or closes a dialog. */
const viewKey = (page: Document) => `${page.URL} ${page.querySelectorAll('dialog[open]').length}`

/**
 * If the layout shifts during a press, the browser sends the click to another element or drops it; this delivers it to
 * the pressed control. Also drops the second click of a double tap if the first one opened another screen or dialog.
 * Returns the function that removes the listeners.
 */
export function preventClickRetargeting(page: Document): () => void {
  let pressed: Press | null = null
  let pressedIn = viewKey(page)
  const down = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    const control = target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null
    pressed = control && { control, x, y }
  }
  const click = (event: MouseEvent) => {
    const press = pressed
    pressed = null
    // Ignore clicks from the keyboard or a script, whose `detail` is 0.
    if (event.detail === 0) return
    if (event.detail === 1) pressedIn = viewKey(page)
    const isSecondTap = event.detail > 1 && pressedIn !== viewKey(page)
    const layoutMoved = !isSecondTap && press !== null && movedAway(press, event)
    if (!isSecondTap && !layoutMoved) return
    event.preventDefault()
    event.stopPropagation()
    if (layoutMoved) press.control.click()
  }
  page.addEventListener('pointerdown', down, true)
  page.addEventListener('click', click, true)
  return () => {
    page.removeEventListener('pointerdown', down, true)
    page.removeEventListener('click', click, true)
  }
}

/** False if the finger moved, because dragging off a button cancels the press. */
function movedAway({ control, x, y }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  const stillOn = target instanceof Node && control.contains(target)
  return !stillOn && control.isConnected && Math.hypot(clientX - x, clientY - y) <= ROLL_PX
}
