import css from './chip.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

/** `here`: not sent yet; `wait`: under review; `good`, `bad`: approved or rejected; `none`: no longer relevant. */
export type ChipTone = 'here' | 'wait' | 'good' | 'bad' | 'none'

/** The text and icon must convey the meaning without the colour. */
export function Chip({ tone, icon, text }: { tone: ChipTone; icon?: IconName; text: string }) {
  return (
    <span className={classNames(css.chip, css[tone])}>
      {icon && <Icon name={icon} size={16} />}
      {text}
    </span>
  )
}
