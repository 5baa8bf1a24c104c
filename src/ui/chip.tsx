import css from './chip.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

/** `here`: on this phone; `wait`: with the organiser; `good`, `bad`: decided; `none`: no longer counts. */
export type ChipTone = 'here' | 'wait' | 'good' | 'bad' | 'none'

/** The state of something, in a word or two: words and a picture, never the colour alone. */
export function Chip({ tone, icon, text }: { tone: ChipTone; icon?: IconName; text: string }) {
  return (
    <span className={classNames(css.chip, css[tone])}>
      {icon && <Icon name={icon} size={16} />}
      {text}
    </span>
  )
}
