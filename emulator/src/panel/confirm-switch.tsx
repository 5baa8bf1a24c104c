import { useEffect, useRef, useState } from 'react'
import styles from './dialog.module.css'
import { Button } from './ui/button.tsx'

type ConfirmSwitchProps = {
  readonly toClient: boolean
  readonly onAnswer: (answer: 'clear' | 'keep' | 'cancel', always: boolean) => void
}

/** Asks whether a switch between LINE and the phone's browser should clear the app's storage. */
export function ConfirmSwitch({ toClient, onAnswer }: ConfirmSwitchProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const [always, setAlways] = useState(false)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    main.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Switch browser"
      onCancel={() => onAnswer('cancel', false)}
    >
      <h2>{toClient ? 'Switch to LINE' : "Switch to the phone's browser"}</h2>
      <p>
        LINE and the phone's browser do not share storage, so on a real phone the app would start without the
        data it saved before. To match a real phone, clear everything stored for this origin: local and
        session storage, cookies, IndexedDB, caches and service workers.
      </p>
      <label className={styles.check}>
        <input type="checkbox" checked={always} onChange={event => setAlways(event.target.checked)} />
        Always clear without asking
      </label>
      <div className={styles.buttons}>
        <Button look="quiet" onClick={() => onAnswer('cancel', false)}>
          Cancel
        </Button>
        <Button onClick={() => onAnswer('keep', false)}>Keep data</Button>
        <Button ref={main} look="primary" onClick={() => onAnswer('clear', always)}>
          Clear and switch
        </Button>
      </div>
    </dialog>
  )
}
