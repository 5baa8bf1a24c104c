import type { Translate } from '#src/i18n/keys.ts'
import { classNames } from './class-names.ts'
import css from './countdown.module.css'

type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

type Props = {
  /** In milliseconds. */
  readonly left: number
  readonly large?: boolean
  readonly t: Translate
}

/** Screen readers read the time left as one sentence, without the seconds. */
export function CountdownView({ left, large = false, t }: Props) {
  const { days, hours, minutes, seconds } = timeLeft(left)
  const parts = [
    ['days', days, t('time.days', { count: days })],
    ['hours', hours, t('time.hours', { count: hours })],
    ['minutes', minutes, t('time.minutes', { count: minutes })],
    ['seconds', seconds, t('time.seconds', { count: seconds })],
  ] as const
  // The home shell may have rendered a different time; the next update corrects it.
  return (
    <div role="timer">
      <p className="only-read" suppressHydrationWarning>
        {t('time.left', { days, hours, minutes })}
      </p>
      <div aria-hidden="true" className={classNames(css.countdown, large && css.large)}>
        {parts.map(([name, number, unit]) => (
          <div key={name} className={css.part}>
            <span className={css.number} suppressHydrationWarning>
              {String(number).padStart(2, '0')}
            </span>
            <span className={css.unit} suppressHydrationWarning>
              {unit}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
