import type { QueueEvent } from '../../page-events.ts'
import type { QueueJob } from '../../queue.ts'
import { untilText } from '../api/queue.ts'
import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { useNow } from '../state/now.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import log from './log.module.css'
import styles from './queue.module.css'

type QueueProps = {
  readonly queue: QueueEvent
  /** The jobs' times refer to the phone's clock. */
  readonly clock: Scenario['clock']
}

const COLORS: Readonly<Partial<Record<QueueJob['state'], BadgeColor>>> = {
  queued: 'warn',
  sending: 'info',
  received: 'accent',
  refused: 'danger',
}

export function Queue({ queue: { jobs, total }, clock }: QueueProps) {
  const { timeline } = useTexts()
  const now = useNow(clock).phone
  return (
    <section className={styles.queue} aria-label={timeline.queueOfApp}>
      <div className={log.bar}>
        <h2>{timeline.queue}</h2>
        <span className={log.count}>{total}</span>
        {total > jobs.length && <small>{timeline.firstShown(jobs.length)}</small>}
      </div>
      {total === 0 ? (
        <p className={styles.empty}>{timeline.nothingToSend}</p>
      ) : (
        <ul className={log.list}>
          {jobs.map(({ key, name, state, nextTry, attempts, note }) => (
            <li key={key} className={styles.job}>
              <Badge color={COLORS[state]} title={state}>
                {timeline.states[state]}
              </Badge>
              <span className={log.what}>
                <b>{name}</b> <small>{note}</small>
              </span>
              <span className={styles.when}>
                {typeof nextTry === 'number' && untilText(nextTry, now, timeline)}
                {attempts ? ` ×${attempts}` : ''}
              </span>
              <code title={key}>{key}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
