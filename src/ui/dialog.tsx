import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import css from './dialog.module.css'
import { useText } from './use-text.ts'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly tall?: boolean
  readonly centred?: boolean
  /** True while the confirmed action is running, so that the dialog cannot be closed. */
  readonly busy?: boolean
}

/**
 * The title gets the initial focus. Focus stays inside the dialog and returns to the previous element when it closes.
 * Escape and a tap on the backdrop close the dialog. It is at most 728 px wide and has no header bar (spec S9).
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
  // This is a layout effect, because its cleanup must close the dialog before React removes it. Otherwise the focus
  // cannot return.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || dialog.open) return
    dialog.showModal()
    // By default, the browser focuses the first button, which may be destructive or so far down that the dialog
    // scrolls.
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (dialog.open) dialog.close()
      focusHeadingIfLost()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users close it with Escape, which `<dialog>` handles.
    <dialog
      ref={ref}
      className={classNames(css.dialog, tall && css.tall, centred && css.centred)}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClose={({ currentTarget }) => {
        // Browsers close the dialog on a second Escape even if `cancel` was prevented.
        if (currentTarget.isConnected && !currentTarget.open) onClose()
      }}
      onClick={event => {
        const outside = event.target === event.currentTarget && isOutside(event.currentTarget, event)
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

/** Focuses the screen's heading if the focus was lost because the button that opened the dialog no longer exists. */
function focusHeadingIfLost() {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** Asks before an action that cannot be undone. Stays open while the action runs (`busy`). */
export function ConfirmDialog({
  title,
  action,
  busy,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  /** The text of the button that starts the action. */
  readonly action: string
  readonly busy: boolean
  readonly disabled?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { t } = useText()
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      {children}
      <DialogButtons>
        <Button kind="secondary" disabled={busy} onClick={onClose}>
          {t('action.back')}
        </Button>
        <Button kind="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The main button comes last, nearest to the thumb. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>
}

function isOutside(dialog: HTMLElement, point: { clientX: number; clientY: number }): boolean {
  const box = dialog.getBoundingClientRect()
  return (
    point.clientX < box.left ||
    point.clientX > box.right ||
    point.clientY < box.top ||
    point.clientY > box.bottom
  )
}
