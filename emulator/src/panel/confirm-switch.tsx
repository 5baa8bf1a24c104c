import { useEffect, useRef, useState } from 'react'
import styles from './dialog.module.css'
import { useTexts } from './language/use-texts.tsx'
import { Button } from './ui/button.tsx'

type ConfirmSwitchProps = {
  readonly toClient: boolean
  readonly onAnswer: (answer: 'clear' | 'keep' | 'cancel', always: boolean) => void
}

/** When switching between LINE and the phone's browser, asks whether to clear the app's storage. */
export function ConfirmSwitch({ toClient, onAnswer }: ConfirmSwitchProps) {
  const { frame } = useTexts()
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
      aria-label={frame.switchBrowser}
      onCancel={() => onAnswer('cancel', false)}
    >
      <h2>{toClient ? frame.switchToLine : frame.switchToBrowser}</h2>
      <p>{frame.switchNote}</p>
      <label className={styles.check}>
        <input type="checkbox" checked={always} onChange={event => setAlways(event.target.checked)} />
        {frame.alwaysClear}
      </label>
      <div className={styles.buttons}>
        <Button look="quiet" onClick={() => onAnswer('cancel', false)}>
          {frame.cancel}
        </Button>
        <Button onClick={() => onAnswer('keep', false)}>{frame.keepData}</Button>
        <Button ref={main} look="primary" onClick={() => onAnswer('clear', always)}>
          {frame.clearAndSwitch}
        </Button>
      </div>
    </dialog>
  )
}
