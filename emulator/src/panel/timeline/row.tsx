import { memo } from 'react'
import { isRequest, type TimelineEntry } from '../api/types.ts'
import log from './log.module.css'
import styles from './row.module.css'

type RowProps = {
  readonly entry: TimelineEntry
  readonly selected: boolean
  readonly onSelect: () => void
}

const LOOKS: Readonly<Partial<Record<TimelineEntry['kind'], string>>> = {
  request: 'info',
  app: 'teal',
  bridge: 'accent',
  navigation: 'violet',
  queue: 'warn',
}

/** One row of the timeline: time, kind, subject and status. */
export const Row = memo(
  function Row({ entry, selected, onSelect }: RowProps) {
    return (
      <li className={styles.item} data-key={entry.key}>
        <button
          type="button"
          className={styles.row}
          aria-pressed={selected}
          data-failed={entry.failed || undefined}
          onClick={onSelect}
        >
          <time>{clockText(entry.at)}</time>
          <span className={log.badge} data-look={entry.failed ? 'danger' : LOOKS[entry.kind]}>
            {kindText(entry)}
          </span>
          <span className={log.what}>
            {isRequest(entry) ? (
              <>
                <b>{entry.path}</b>{' '}
                <small>
                  {entry.host} {entry.query}
                </small>
              </>
            ) : (
              <>
                <b>{entry.title}</b> <small>{entry.note}</small>
              </>
            )}
          </span>
          <span className={styles.status}>{statusText(entry)}</span>
        </button>
      </li>
    )
  },
  (before, after) => before.entry === after.entry && before.selected === after.selected,
)

function kindText(entry: TimelineEntry): string {
  if (isRequest(entry)) return entry.method
  return { bridge: 'bridge', navigation: 'nav', page: 'page', queue: 'queue' }[entry.kind]
}

function statusText(entry: TimelineEntry): string {
  if (!isRequest(entry)) return entry.failed ? 'error' : ''
  return entry.note || String(entry.status)
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function clockText(at: number): string {
  return clock.format(at)
}
