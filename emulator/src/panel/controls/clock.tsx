import { useMemo } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { ClockCommand, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { shortTime, useNow } from '../state/now.ts'
import { Button } from '../ui/button.tsx'
import styles from './clock.module.css'

type ClockProps = {
  readonly clock: Scenario['clock']
  readonly onClock: (command: ClockCommand) => void
}

export function Clock({ clock, onClock }: ClockProps) {
  const { controls, tools, locale } = useTexts()
  const now = useNow(clock)
  const dateText = useMemo(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
    [locale],
  )
  const steps = [
    { label: tools.minutes(10), ms: 10 * MINUTE_MS },
    { label: tools.hours(1), ms: HOUR_MS },
    { label: tools.days(1), ms: DAY_MS },
  ]
  const moved = clock.frozenAt !== null || clock.advanceMs !== 0 || clock.skewMs !== 0
  return (
    <section className={styles.clock} aria-label={controls.settings.clock.name} data-setting="clock">
      <div className={styles.now}>
        <time data-frozen={clock.frozenAt !== null || undefined}>{dateText.format(now.line)}</time>
        {clock.skewMs !== 0 && <small>{tools.phoneTime(shortTime(now.phone))}</small>}
        {clock.frozenAt !== null && <small>{tools.frozen}</small>}
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
          {clock.frozenAt === null ? tools.freeze : tools.resume}
        </Button>
        <Button disabled={!moved} title={tools.nowTitle} onClick={() => onClock({ resume: true })}>
          {tools.now}
        </Button>
      </div>
    </section>
  )
}
