import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly icon?: IconName
  readonly look?: 'plain' | 'primary' | 'quiet'
  readonly shortcut?: string
}

/** Without children, the button shows only its icon and needs an `aria-label`. */
export function Button({ icon, look = 'plain', shortcut, children, ...rest }: ButtonProps) {
  const classes = [styles.button, styles[look], children || shortcut ? '' : styles.square]
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} {...rest}>
      {icon && <Icon name={icon} size={15} />}
      {children}
      {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
    </button>
  )
}
