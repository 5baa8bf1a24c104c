import css from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonLook = {
  /** A screen has at most one `primary` button. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly wide?: boolean
  readonly small?: boolean
}

export const buttonClass = ({ kind = 'primary', wide, small }: ButtonLook): string =>
  classNames(css.button, css[kind], wide && css.wide, small && css.small)
