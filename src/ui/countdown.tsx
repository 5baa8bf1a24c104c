import { useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import css from './countdown.module.css'
import { useNow } from './use-now.ts'
import { useText } from './use-text.ts'

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

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

type CountdownProps = {
  /** Milliseconds since 1970, by the server's clock. */
  readonly until: number
  readonly large?: boolean
  /** Called once, when the time has come. */
  readonly onEnd?: () => void
}

/** The time left, by the server's clock. A reader of the screen hears it in one sentence and not every second. */
export function Countdown({ until, large = false, onEnd }: CountdownProps) {
  const { t } = useText()
  const left = until - useNow(1000)
  const over = left <= 0
  const told = useRef(false)
  useEffect(() => {
    if (!over || told.current) return
    told.current = true
    onEnd?.()
  }, [over, onEnd])
  const { days, hours, minutes, seconds } = timeLeft(left)
  const parts = [
    [days, t('time.days')],
    [hours, t('time.hours')],
    [minutes, t('time.minutes')],
    [seconds, t('time.seconds')],
  ] as const
  return (
    <div role="timer">
      <p className="only-read">{t('time.left', { days, hours, minutes })}</p>
      <div aria-hidden="true" className={classNames(css.countdown, large && css.large)}>
        {parts.map(([number, unit]) => (
          <div key={unit} className={css.part}>
            <span className={css.number}>{String(number).padStart(2, '0')}</span>
            <span className={css.unit}>{unit}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
