import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './minimized-app.module.css'

type MinimizedAppProps = {
  readonly name: string
  readonly onMaximize: () => void
  readonly onClose: () => void
}

export function MinimizedApp({ name, onMaximize, onClose }: MinimizedAppProps) {
  const { phone } = useTexts()
  return (
    <div className={styles.app} data-minimized>
      <button type="button" aria-label={phone.openNamed(name)} onClick={onMaximize}>
        <span className={styles.icon} aria-hidden="true">
          {[...name][0]}
        </span>
      </button>
      <button type="button" aria-label={phone.closeApp} onClick={onClose}>
        <Icon name="close" size={12} />
      </button>
    </div>
  )
}
