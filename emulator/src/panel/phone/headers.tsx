import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './headers.module.css'

type LiffHeaderProps = {
  readonly title: string
  /** The page's host, or the name of a verified MINI App. */
  readonly subtitle: string
  readonly verified: boolean
  readonly onClose: () => void
  /** If set, a minimize button replaces the close button. */
  readonly onMinimize: (() => void) | undefined
  readonly onMenu: () => void
}

export function LiffHeader({ title, subtitle, verified, onClose, onMinimize, onMenu }: LiffHeaderProps) {
  const { phone } = useTexts()
  return (
    <header className={styles.liff}>
      <div className={styles.titles}>
        <strong>{title}</strong>
        <small>
          {subtitle}
          {verified && ' ✓'}
        </small>
      </div>
      <button type="button" aria-label={phone.menu} onClick={onMenu}>
        <Icon name="menu" size={20} />
      </button>
      <button
        type="button"
        aria-label={onMinimize === undefined ? phone.closeApp : phone.minimizeApp}
        onClick={onMinimize ?? onClose}
      >
        <Icon name={onMinimize === undefined ? 'close' : 'down'} size={21} />
      </button>
    </header>
  )
}

type BrowserBarProps = {
  readonly url: string
  readonly onReload: () => void
}

export function BrowserBar({ url, onReload }: BrowserBarProps) {
  const { phone } = useTexts()
  return (
    <header className={styles.browser}>
      <div className={styles.address} title={url}>
        <Icon name="lock" size={13} />
        <span>{url.replace(/^https?:\/\//, '')}</span>
      </div>
      <button type="button" aria-label={phone.reloadPage} onClick={onReload}>
        <Icon name="reload" size={17} />
      </button>
    </header>
  )
}
