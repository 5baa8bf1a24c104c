import type { Translate } from '#src/i18n/keys.ts'
import { classNames } from './class-names.ts'
import css from './countdown.module.css'

type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

/** What is left of `ms` milliseconds, in whole units; nothing once it is over. */
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
  /** Milliseconds. */
  readonly left: number
  readonly large?: boolean
  readonly t: Translate
}

/** The time left. A reader of the screen hears it in one sentence and not every second. */
export function CountdownView({ left, large = false, t }: Props) {
  const { days, hours, minutes, seconds } = timeLeft(left)
  const parts = [
    [days, t('time.days')],
    [hours, t('time.hours')],
    [minutes, t('time.minutes')],
    [seconds, t('time.seconds')],
  ] as const
  // Time has gone on when React takes over what was drawn without it: the next second brings it up to date.
  return (
    <div role="timer">
      <p className="only-read" suppressHydrationWarning>
        {t('time.left', { days, hours, minutes })}
      </p>
      <div aria-hidden="true" className={classNames(css.countdown, large && css.large)}>
        {parts.map(([number, unit]) => (
          <div key={unit} className={css.part}>
            <span className={css.number} suppressHydrationWarning>
              {String(number).padStart(2, '0')}
            </span>
            <span className={css.unit}>{unit}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
