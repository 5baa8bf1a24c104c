import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'

type DialogProps = {
  readonly label: string
  /** Called when the user closes the dialog with the Escape key. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A modal dialog. Its element with the attribute `data-main` gets the focus. */
export function Dialog({ label, onCancel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    current?.querySelector<HTMLElement>('[data-main]')?.focus()
    // Closing the dialog returns the focus to the element that had it before.
    return () => current?.close()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={label} onCancel={onCancel}>
      {children}
    </dialog>
  )
}
