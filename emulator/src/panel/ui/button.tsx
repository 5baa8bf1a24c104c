import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly ref?: Ref<HTMLButtonElement>
  readonly icon?: IconName
  readonly look?: 'plain' | 'primary' | 'quiet'
  /** The key that does the same, shown small. */
  readonly shortcut?: string
}

/** The panel's one button. Without children it is an icon button, and `aria-label` names it. */
export function Button({ icon, look = 'plain', shortcut, children, className, ...rest }: ButtonProps) {
  const classes = [styles.button, styles[look], children || shortcut ? '' : styles.square, className ?? '']
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} {...rest}>
      {icon && <Icon name={icon} size={15} />}
      {children}
      {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
    </button>
  )
}
