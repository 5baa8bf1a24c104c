import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { useTexts } from './language/use-texts.tsx'
import { Button } from './ui/button.tsx'

/** Shortcuts in display order, with the keys of their descriptions. */
const KEYS = [
  ['1 – 4', 'scenarios'],
  ['/', 'search'],
  ['O', 'open'],
  ['R', 'reload'],
  ['C', 'close'],
  ['K', 'kill'],
  ['S', 'second'],
  ['P', 'path'],
  ['F', 'fault'],
  ['.', 'call'],
  ['X', 'network'],
  ['N', 'newPhone'],
  ['Z', 'reset'],
  ['L', 'clear'],
  ['T', 'theme'],
] as const

export function Help({ onClose }: { onClose: () => void }) {
  const { frame } = useTexts()
  return (
    <Dialog label={frame.shortcuts} onCancel={onClose}>
      <h2>{frame.shortcuts}</h2>
      <dl className={styles.keys}>
        {KEYS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{frame.keys[action]}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{frame.keysNote}</p>
      <div className={styles.buttons}>
        <Button data-main look="primary" onClick={onClose}>
          {frame.close}
        </Button>
      </div>
    </Dialog>
  )
}
