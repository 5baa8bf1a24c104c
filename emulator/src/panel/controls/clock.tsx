import type { ClockCommand, Scenario } from '../api/types.ts'
import { shortTime, useNow } from '../state/now.ts'
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

/** Shows LINE's time and buttons to advance, freeze and reset it. */
export function Clock({ clock, onClock }: ClockProps) {
  const now = useNow(clock)
  const moved = clock.frozenAt !== null || clock.advanceMs !== 0 || clock.skewMs !== 0
  return (
    <section className={styles.clock} aria-label="LINE's clock">
      <div className={styles.now}>
        <time data-frozen={clock.frozenAt !== null || undefined}>{dateText.format(now.line)}</time>
        {clock.skewMs !== 0 && <small>phone: {shortTime(now.phone)}</small>}
        {clock.frozenAt !== null && <small>frozen</small>}
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
          {clock.frozenAt === null ? 'Freeze' : 'Resume'}
        </Button>
        <Button disabled={!moved} title="Return to real time" onClick={() => onClock({ resume: true })}>
          Now
        </Button>
      </div>
    </section>
  )
}

const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
