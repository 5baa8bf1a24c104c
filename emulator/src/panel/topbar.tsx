import type { PanelLink } from './api/types.ts'
import { useTexts } from './language/use-texts.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { localhostOrigin } from './state/origins.ts'
import { nextTheme, type Theme } from './state/theme.ts'
import styles from './topbar.module.css'
import buttonStyles from './ui/button.module.css'
import { Button } from './ui/button.tsx'
import { CopyField } from './ui/copy-field.tsx'
import { Icon } from './ui/icon.tsx'
import { QrCode } from './ui/qr-code.tsx'

type TopbarProps = {
  readonly liffId: string | undefined
  readonly connected: boolean
  readonly links: readonly PanelLink[]
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  readonly onHelp: () => void
  readonly onReset: () => void
  readonly onNewPhone: () => void
}

const themeIcons = { system: 'auto', light: 'sun', dark: 'moon' } as const

export function Topbar(props: TopbarProps) {
  const { frame, lang } = useTexts()
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
          title={props.connected ? frame.liveTitle : frame.reconnectingTitle}
        >
          {props.connected ? frame.live : frame.reconnecting}
        </span>
      </div>
      {liffId !== undefined && phonePath !== undefined && <Address liffId={liffId} path={phonePath} />}
      <div className={styles.actions}>
        {props.links.map(({ url, label }) => (
          <a
            key={url}
            className={`${buttonStyles.button} ${buttonStyles.quiet} ${styles.link}`}
            href={url}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external" size={15} />
            {label[lang] ?? label.en}
          </a>
        ))}
        <Button look="quiet" icon="phone" shortcut="N" onClick={props.onNewPhone} title={frame.newPhoneTitle}>
          <span className={styles.wide}>{frame.newPhone}</span>
        </Button>
        <Button look="quiet" icon="reset" shortcut="Z" onClick={props.onReset} title={frame.resetTitle}>
          <span className={styles.wide}>{frame.reset}</span>
        </Button>
        <Button
          look="quiet"
          icon={themeIcons[theme]}
          aria-label={`${frame.theme(frame.themes[theme])}. ${frame.switchTheme(frame.themes[nextTheme(theme)])}`}
          title={frame.theme(frame.themes[theme])}
          onClick={() => props.onTheme(nextTheme(theme))}
        />
        <LanguageMenu />
        <Button
          look="quiet"
          icon="keyboard"
          aria-label={frame.shortcuts}
          title={frame.shortcuts}
          onClick={props.onHelp}
        />
      </div>
    </header>
  )
}

function Address({ liffId, path }: { liffId: string; path: string }) {
  const { frame } = useTexts()
  const localUrl = localhostOrigin() + path
  return (
    <div className={styles.address}>
      <CopyField label={frame.liffUrl} text={`https://liff.line.me/${liffId}`} />
      <Button icon="qr" aria-label={frame.showQr} title={frame.showQr} popoverTarget="liff-address" />
      <div id="liff-address" popover="auto" className={styles.popover}>
        <QrCode text={localUrl} />
        <p>{frame.qrNote}</p>
        <CopyField label={frame.localUrl} text={localUrl} />
        <small>{frame.realUrl(`https://liff.line.me/${liffId}`)}</small>
      </div>
    </div>
  )
}
