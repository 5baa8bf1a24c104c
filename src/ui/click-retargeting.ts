/** How far a finger may roll within one press, in CSS pixels. */
const ROLL_PX = 10

type Press = { readonly control: HTMLElement; readonly x: number; readonly y: number }

/** What stands before the customer: a press may replace it with another screen or a dialog. */
const viewOf = (page: Document) => `${page.URL} ${page.querySelectorAll('dialog[open]').length}`

/**
 * Gives each click to what was meant. A press counts for the button or link it began on: when the page moves under a
 * finger, because something arrived or went in that moment, the browser gives the click to whatever lies there by
 * then, or to nothing. And an impatient second press is not for the screen or the dialog that the first has brought.
 * Returns the way to stop.
 */
export function steadyPresses(page: Document): () => void {
  let pressed: Press | null = null
  let pressedIn = viewOf(page)
  const down = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    const control = target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null
    pressed = control && { control, x, y }
  }
  const click = (event: MouseEvent) => {
    const meant = pressed
    pressed = null
    // A click of the keyboard or of a script has no pointer.
    if (event.detail === 0) return
    if (event.detail === 1) pressedIn = viewOf(page)
    const early = event.detail > 1 && pressedIn !== viewOf(page)
    const moved = !early && meant !== null && slidAway(meant, event)
    if (!early && !moved) return
    event.preventDefault()
    event.stopPropagation()
    if (moved) meant.control.click()
  }
  page.addEventListener('pointerdown', down, true)
  page.addEventListener('click', click, true)
  return () => {
    page.removeEventListener('pointerdown', down, true)
    page.removeEventListener('click', click, true)
  }
}

/** Whether the page, not the pointer, has moved: who slides off a button has thought better of it. */
function slidAway({ control, x, y }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  const stillOn = target instanceof Node && control.contains(target)
  return !stillOn && control.isConnected && Math.hypot(clientX - x, clientY - y) <= ROLL_PX
}
