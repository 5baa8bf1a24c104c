import { useEffect, useState } from 'react'
import type { ClockCommand, Scenario } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import styles from './clock.module.css'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const steps = [
  { label: '+10 min', ms: 10 * MINUTE },
  { label: '+1 h', ms: HOUR },
  { label: '+1 d', ms: 24 * HOUR },
]

type ClockProps = {
  readonly clock: Scenario['clock']
  readonly onClock: (command: ClockCommand) => void
}

/** LINE's time: moved forward in steps, held still, or back to the real one; and a phone whose clock is wrong. */
export function Clock({ clock, onClock }: ClockProps) {
  const now = useNow(clock)
  const moved = clock.frozenAt !== null || clock.advanceMs !== 0 || clock.skewMs !== 0
  return (
    <div className={styles.clock}>
      <div className={styles.now}>
        <time data-frozen={clock.frozenAt !== null || undefined}>{dateText.format(now.line)}</time>
        {clock.skewMs !== 0 && <small>phone: {timeText.format(now.phone)}</small>}
        {clock.frozenAt !== null && <small>held still</small>}
      </div>
      <div className={styles.buttons}>
        {steps.map(({ label, ms }) => (
          <Button key={label} onClick={() => onClock({ advance: ms })}>
            {label}
          </Button>
        ))}
        <Button
          aria-pressed={clock.frozenAt !== null}
          onClick={() => onClock(clock.frozenAt === null ? { freeze: now.line } : { resume: true })}
        >
          {clock.frozenAt === null ? 'Hold' : 'Run'}
        </Button>
        <Button disabled={!moved} onClick={() => onClock({ resume: true })}>
          Now
        </Button>
      </div>
    </div>
  )
}

/** LINE's and the phone's time in milliseconds since 1970, running on with the real one. */
export function useNow({ frozenAt, advanceMs, skewMs }: Scenario['clock']): { line: number; phone: number } {
  const [real, setReal] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setReal(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const line = frozenAt ?? real + advanceMs
  return { line, phone: line + skewMs }
}

const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const timeText = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** HH:MM, as the phone's status bar shows it. */
export function shortTime(at: number): string {
  return timeText.format(at)
}
