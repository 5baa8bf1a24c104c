import { useEffect, useRef, useState } from 'react'
import styles from './dialog.module.css'
import { Button } from './ui/button.tsx'

type ConfirmSwitchProps = {
  readonly toClient: boolean
  readonly onAnswer: (answer: 'clear' | 'keep' | 'cancel', always: boolean) => void
}

/** Says before LINE and the phone's browser are exchanged that this empties the app's storage, and why. */
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
      aria-label="Change the browser"
      onCancel={() => onAnswer('cancel', false)}
    >
      <h2>{toClient ? 'Into LINE' : "Into the phone's browser"}</h2>
      <p>
        LINE and the phone's browser share no storage: on a real phone the app finds nothing there of what it
        saved here. So that it is the same here, everything this origin has stored is cleared: local and
        session storage, cookies, IndexedDB, caches and service workers.
      </p>
      <label className={styles.check}>
        <input type="checkbox" checked={always} onChange={event => setAlways(event.target.checked)} />
        Clear without asking from now on
      </label>
      <div className={styles.buttons}>
        <Button look="quiet" onClick={() => onAnswer('cancel', false)}>
          Cancel
        </Button>
        <Button onClick={() => onAnswer('keep', false)}>Keep the data</Button>
        <Button ref={main} look="primary" onClick={() => onAnswer('clear', always)}>
          Clear and switch
        </Button>
      </div>
    </dialog>
  )
}
