/** If the finger moves by at most this many CSS pixels during a press, the press still counts as a tap. */
const ROLL_PX = 10

type Press = { readonly control: HTMLElement; readonly x: number; readonly y: number }

/**
 * Returns a string that identifies the visible screen and the number of open dialogs. A tap may change
 * either.
 */
const viewKey = (page: Document) => `${page.URL} ${page.querySelectorAll('dialog[open]').length}`

/**
 * Delivers each click to the button or link on which the press began. Without this, if the layout shifts
 * during a press, the browser sends the click to the element that is then under the finger, or to none. Also
 * drops the second click of a double tap if the first one opened another screen or dialog. Returns a function
 * that removes the listeners.
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
    // Ignore clicks made by the keyboard or a script, whose `detail` is 0.
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

/**
 * True if the pressed control moved away under the finger. False if the finger moved, because a customer who
 * drags off a button wants to cancel the press.
 */
function movedAway({ control, x, y }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  const stillOn = target instanceof Node && control.contains(target)
  return !stillOn && control.isConnected && Math.hypot(clientX - x, clientY - y) <= ROLL_PX
}
