import { memo } from 'react'
import { isRequest, type TimelineEntry, timelineText } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { TimelineTexts } from '../texts/en/timeline.ts'
import badge from '../ui/badge.module.css'
import log from './log.module.css'
import styles from './row.module.css'

type RowProps = {
  readonly entry: TimelineEntry
  readonly count: number
  readonly selected: boolean
  readonly onSelect: () => void
  readonly onUnfold: () => void
}

const LOOKS: Readonly<Partial<Record<TimelineEntry['kind'], string>>> = {
  request: 'info',
  app: 'teal',
  bridge: 'accent',
  navigation: 'violet',
  queue: 'warn',
}

export const Row = memo(
  function Row({ entry, count, selected, onSelect, onUnfold }: RowProps) {
    const { timeline } = useTexts()
    return (
      <>
        <button
          type="button"
          className={styles.row}
          aria-pressed={selected}
          data-failed={entry.failed || undefined}
          data-session={entry.kind === 'session' || undefined}
          onClick={onSelect}
        >
          <time>{clockText(entry.at)}</time>
          <span className={badge.badge} data-look={entry.failed ? 'danger' : LOOKS[entry.kind]}>
            {isRequest(entry) ? entry.method : timeline.kinds[entry.kind]}
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
        {count > 1 && (
          <button type="button" className={styles.repeats} title={timeline.unfold(count)} onClick={onUnfold}>
            {timeline.repeats(count)}
          </button>
        )}
      </>
    )
  },
  (before, after) =>
    before.entry === after.entry && before.selected === after.selected && before.count === after.count,
)

function statusText(entry: TimelineEntry, texts: TimelineTexts): string {
  if (!isRequest(entry)) return entry.failed ? texts.error : ''
  return timelineText(entry.note, texts) || String(entry.status)
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function clockText(at: number): string {
  return clock.format(at)
}
