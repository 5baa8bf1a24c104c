import css from './chip.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

/** `here`: still on this phone; `wait`: under review; `good`, `bad`: decided; `none`: no longer counts. */
export type ChipTone = 'here' | 'wait' | 'good' | 'bad' | 'none'

/** Text and icon carry the meaning, never the colour alone. */
export function Chip({ tone, icon, text }: { tone: ChipTone; icon?: IconName; text: string }) {
  return (
    <span className={classNames(css.chip, css[tone])}>
      {icon && <Icon name={icon} size={16} />}
      {text}
    </span>
  )
}
