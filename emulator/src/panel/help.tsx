import { useEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { Button } from './ui/button.tsx'

const keys = [
  ['1 – 4', 'Friend, not a friend, outside LINE, expired ID token'],
  ['/', 'Search scenarios and settings'],
  ['O', 'Open the app from its LIFF URL'],
  ['R', 'Reload the page'],
  ['C', 'Close the app and show the chat'],
  ['S', 'Show or hide a second phone with another user'],
  ['P', 'Open the app at a path'],
  ['F', 'Break a request'],
  ['.', 'Call the SDK; press ↑ in the arguments for earlier calls'],
  ['X', 'Turn the network off or on'],
  ['N', "New phone: clear the app's storage"],
  ['Z', 'Reset to the loaded scenario'],
  ['L', 'Clear the timeline'],
  ['T', 'Change the theme'],
] as const

/** Dialog that lists the panel's keyboard shortcuts. */
export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    close.current?.focus()
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} onClose={onClose} aria-label="Keyboard shortcuts">
      <h2>Keyboard shortcuts</h2>
      <dl className={styles.keys}>
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        After a click into the phone, the app receives the keys. With Alt, the shortcuts work everywhere.
      </p>
      <div className={styles.buttons}>
        <Button ref={close} look="primary" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  )
}
