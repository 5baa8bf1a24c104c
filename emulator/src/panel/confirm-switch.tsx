import { useState } from 'react'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { useTexts } from './language/use-texts.tsx'
import { Button } from './ui/button.tsx'

type ConfirmSwitchProps = {
  readonly toClient: boolean
  readonly onAnswer: (answer: 'clear' | 'keep' | 'cancel', always: boolean) => void
}

/** When switching between LINE and the phone's browser, asks whether to clear the app's storage. */
export function ConfirmSwitch({ toClient, onAnswer }: ConfirmSwitchProps) {
  const { frame } = useTexts()
  const [always, setAlways] = useState(false)
  const cancel = () => onAnswer('cancel', false)
  return (
    <Dialog label={frame.switchBrowser} onCancel={cancel}>
      <h2>{toClient ? frame.switchToLine : frame.switchToBrowser}</h2>
      <p>{frame.switchNote}</p>
      <label className={styles.check}>
        <input type="checkbox" checked={always} onChange={event => setAlways(event.target.checked)} />
        {frame.alwaysClear}
      </label>
      <div className={styles.buttons}>
        <Button look="quiet" onClick={cancel}>
          {frame.cancel}
        </Button>
        <Button onClick={() => onAnswer('keep', false)}>{frame.keepData}</Button>
        <Button data-main look="primary" onClick={() => onAnswer('clear', always)}>
          {frame.clearAndSwitch}
        </Button>
      </div>
    </Dialog>
  )
}
