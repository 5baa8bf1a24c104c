import { Button } from '../ui/button.tsx'
import { devices } from './device.ts'
import styles from './phone-tools.module.css'
import type { Frame } from './use-frame.ts'

type PhoneToolsProps = {
  readonly frame: Frame
  readonly device: string
  readonly onDevice: (device: string) => void
  /** Whether a second phone stands beside this one; undefined where it cannot. */
  readonly two: boolean | undefined
  readonly onTwo: (two: boolean) => void
}

/** What a hand would do with the phone: open the app, reload it, close it; and which phone it is. */
export function PhoneTools({ frame, device, onDevice, two, onTwo }: PhoneToolsProps) {
  const closed = frame.screen === 'closed'
  return (
    <div className={styles.tools}>
      <Button icon="open" shortcut="O" look={closed ? 'primary' : 'plain'} onClick={() => frame.open()}>
        {closed ? 'Open' : 'Reopen'}
      </Button>
      <Button icon="reload" shortcut="R" disabled={closed} onClick={frame.reload}>
        Reload
      </Button>
      <Button icon="close" shortcut="C" disabled={closed} onClick={frame.close}>
        Close
      </Button>
      <select aria-label="Phone" value={device} onChange={event => onDevice(event.target.value)}>
        <option value="auto">Phone: auto</option>
        {devices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Button
        icon="phones"
        shortcut="S"
        aria-label="Second phone"
        aria-pressed={two === true}
        disabled={two === undefined}
        title={
          two === undefined
            ? 'A second phone needs origins of its own: a browser that takes *.localhost, and a second user'
            : 'Another user beside this one'
        }
        onClick={() => onTwo(two !== true)}
      />
    </div>
  )
}
