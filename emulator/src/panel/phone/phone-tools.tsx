import { useTexts } from '../language/use-texts.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { devices } from './device.ts'
import styles from './phone-tools.module.css'
import type { Frame } from './use-frame.ts'

type PhoneToolsProps = {
  readonly frame: Frame
  /** When the app is closed, LINE shows the chat, and a browser shows an empty tab. */
  readonly inLine: boolean
  /** Undefined if the app is not open in LINE. */
  readonly onKill: (() => void) | undefined
  readonly device: string
  readonly onDevice: (device: string) => void
  /** True if the second phone is visible; undefined if it is not available. */
  readonly second: boolean | undefined
  readonly onSecond: () => void
}

export function PhoneTools(props: PhoneToolsProps) {
  const { frame, inLine, onKill, device, onDevice, second, onSecond } = props
  const { phone } = useTexts()
  const closed = frame.screen === 'closed'
  return (
    <div className={styles.tools}>
      <Button icon="open" shortcut="O" look={closed ? 'primary' : 'plain'} onClick={() => frame.open()}>
        {closed ? phone.open : phone.reopen}
      </Button>
      <Button icon="reload" shortcut="R" disabled={closed} onClick={frame.reload}>
        {phone.reload}
      </Button>
      {inLine ? (
        <Button icon="chat" shortcut="C" disabled={closed} title={phone.chatTitle} onClick={frame.close}>
          {phone.chat}
        </Button>
      ) : (
        <Button icon="close" shortcut="C" disabled={closed} onClick={frame.close}>
          {phone.close}
        </Button>
      )}
      <Button
        icon="bolt"
        shortcut="K"
        aria-label={phone.kill}
        disabled={onKill === undefined}
        title={phone.killTitle}
        onClick={onKill}
      />
      <Select
        label={phone.device}
        options={[
          { value: 'auto', label: phone.autoDevice },
          ...devices.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={device}
        onChange={onDevice}
      />
      <Button
        icon="phones"
        shortcut="S"
        aria-label={phone.second}
        aria-pressed={second === true}
        disabled={second === undefined}
        title={second === undefined ? phone.noSecond : phone.secondTitle}
        onClick={onSecond}
      />
    </div>
  )
}
