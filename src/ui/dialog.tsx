import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import css from './dialog.module.css'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Keeps its height while its contents change. */
  readonly tall?: boolean
  readonly centred?: boolean
  /** What it asked for is under way, and cannot be taken back by closing it. */
  readonly busy?: boolean
}

/**
 * A question or a text over the screen, on the platform's own `<dialog>`: focus begins at its title, stays inside and
 * comes back; Escape and a press beside it close it. 728 px at most, no header bar (S9): the title is the first line of the contents.
 */
export function Dialog({
  title,
  onClose,
  children,
  tall = false,
  centred = false,
  busy = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  // Before the element leaves the document: afterwards there is no way back to what had the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || dialog.open) return
    // Safari before 15.4 has no modal dialogs: there it opens as part of the page.
    if (typeof dialog.showModal === 'function') dialog.showModal()
    else dialog.setAttribute('open', '')
    // The platform would begin at the first button, which may be the one that cannot be taken back, or far below.
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (dialog.open && typeof dialog.close === 'function') dialog.close()
      focusSomewhere()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, by the element itself.
    <dialog
      ref={ref}
      className={classNames(css.dialog, tall && css.tall, centred && css.centred)}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClose={({ currentTarget }) => {
        // Browsers let nobody hold a dialog open against a second press of Escape.
        if (currentTarget.isConnected && !currentTarget.open) onClose()
      }}
      onClick={event => {
        const outside = event.target === event.currentTarget && beside(event.currentTarget, event)
        if (outside && !busy) onClose()
      }}
    >
      <h2 id={titleId} ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** What opened the dialog may be gone by now, as the button of a reward that was used: the screen's heading then. */
function focusSomewhere() {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** The buttons of a dialog, the main one last in reading order and nearest to the thumb. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>
}

function beside(dialog: HTMLElement, point: { clientX: number; clientY: number }): boolean {
  const box = dialog.getBoundingClientRect()
  return (
    point.clientX < box.left ||
    point.clientX > box.right ||
    point.clientY < box.top ||
    point.clientY > box.bottom
  )
}
