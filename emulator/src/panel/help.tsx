import { useEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { Button } from './ui/button.tsx'

const keys = [
  ['1 – 4', 'Friend, not a friend, outside LINE, expired ID token'],
  ['/', 'Find another scenario'],
  ['O', 'Open the app from its LIFF URL'],
  ['R', 'Reload the page'],
  ['C', 'Close the app: back to the chat'],
  ['S', 'A second phone, with another user'],
  ['P', 'Open the app at a path'],
  ['F', 'Break a request'],
  ['.', 'Call the SDK; ↑ in the arguments brings earlier calls back'],
  ['X', 'Network off and on'],
  ['N', 'New phone: forget all the app has stored'],
  ['Z', 'Reset: back to the scenario as loaded'],
  ['L', 'Clear the timeline'],
  ['T', 'Theme'],
] as const

/** The keys of the panel, in a dialog. */
export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    close.current?.focus()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} onClose={onClose} aria-label="Keyboard shortcuts">
      <h2>Keys</h2>
      <dl className={styles.keys}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        A click into the phone gives the keys to the app; with Alt they are the panel's everywhere.
      </p>
      <div className={styles.buttons}>
        <Button ref={close} look="primary" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  )
}
