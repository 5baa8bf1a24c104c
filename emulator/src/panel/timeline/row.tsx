import { memo } from 'react'
import { isRequest, type TimelineEntry, timelineText } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { TimelineTexts } from '../texts/en/timeline.ts'
import badge from '../ui/badge.module.css'
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
    const { timeline } = useTexts()
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
          <span className={badge.badge} data-look={entry.failed ? 'danger' : LOOKS[entry.kind]}>
            {kindText(entry, timeline)}
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
                <b>{timelineText(entry.title, timeline)}</b>{' '}
                <small>{timelineText(entry.note, timeline)}</small>
              </>
            )}
          </span>
          <span className={styles.status}>{statusText(entry, timeline)}</span>
        </button>
      </li>
    )
  },
  (before, after) => before.entry === after.entry && before.selected === after.selected,
)

function kindText(entry: TimelineEntry, { kinds }: TimelineTexts): string {
  if (isRequest(entry)) return entry.method
  return kinds[entry.kind]
}

function statusText(entry: TimelineEntry, texts: TimelineTexts): string {
  if (!isRequest(entry)) return entry.failed ? texts.error : ''
  return timelineText(entry.note, texts) || String(entry.status)
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function clockText(at: number): string {
  return clock.format(at)
}
