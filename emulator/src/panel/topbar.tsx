import { useRef } from 'react'
import { localhostOrigin } from './state/origins.ts'
import { nextTheme, type Theme } from './state/theme.ts'
import styles from './topbar.module.css'
import { Button } from './ui/button.tsx'
import { CopyField } from './ui/copy-field.tsx'
import { Icon } from './ui/icon.tsx'
import { QrCode } from './ui/qr-code.tsx'

type TopbarProps = {
  readonly liffId: string | undefined
  readonly connected: boolean
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  readonly onHelp: () => void
  readonly onReset: () => void
  readonly onNewPhone: () => void
}

const themeIcons = { system: 'auto', light: 'sun', dark: 'moon' } as const

/** The panel's header: connection status, the app's LIFF URL, and actions for the whole phone. */
export function Topbar(props: TopbarProps) {
  const { theme, liffId } = props
  const phonePath = liffId === undefined ? undefined : `/__line/liff.line.me/${liffId}`
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <span className={styles.logo}>
          <Icon name="phone" size={17} />
        </span>
        <h1>LIFF Emulator</h1>
        <span
          className={styles.live}
          data-off={!props.connected || undefined}
          title={props.connected ? 'Connected to the emulator' : 'Connection to the emulator lost. Retrying…'}
        >
          {props.connected ? 'live' : 'reconnecting'}
        </span>
      </div>
      {liffId !== undefined && phonePath !== undefined && <Address liffId={liffId} path={phonePath} />}
      <div className={styles.actions}>
        <Button
          look="quiet"
          icon="phone"
          shortcut="N"
          onClick={props.onNewPhone}
          title="Clear the app's storage"
        >
          <span className={styles.wide}>New phone</span>
        </Button>
        <Button
          look="quiet"
          icon="reset"
          shortcut="Z"
          onClick={props.onReset}
          title="Reset to the loaded scenario"
        >
          <span className={styles.wide}>Reset</span>
        </Button>
        <Button
          look="quiet"
          icon={themeIcons[theme]}
          aria-label={`Theme: ${theme}. Switch to ${nextTheme(theme)}`}
          title={`Theme: ${theme}`}
          onClick={() => props.onTheme(nextTheme(theme))}
        />
        <Button look="quiet" icon="keyboard" aria-label="Keyboard shortcuts" onClick={props.onHelp} />
      </div>
    </header>
  )
}

function Address({ liffId, path }: { liffId: string; path: string }) {
  const pop = useRef<HTMLDivElement>(null)
  const localUrl = localhostOrigin() + path
  return (
    <div className={styles.address}>
      <CopyField label="LIFF URL" text={`https://liff.line.me/${liffId}`} />
      <Button icon="qr" aria-label="Show QR code" title="Show QR code" popoverTarget="liff-address" />
      <div ref={pop} id="liff-address" popover="auto" className={styles.popover}>
        <QrCode text={localUrl} />
        <p>Opens the app in this emulator on any device that can reach this computer.</p>
        <CopyField label="Local URL" text={localUrl} />
        <small>Real LIFF URL for code and links: https://liff.line.me/{liffId}</small>
      </div>
    </div>
  )
}
