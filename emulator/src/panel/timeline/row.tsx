import { memo } from 'react'
import { isRequest, type TimelineEntry, timelineText } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { exactTime } from '../state/now.ts'
import type { TimelineTexts } from '../texts/en/timeline.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import log from './log.module.css'
import styles from './row.module.css'

type RowProps = {
  readonly entry: TimelineEntry
  readonly count: number
  readonly selected: boolean
  readonly onSelect: () => void
  readonly onUnfold: () => void
}

const COLORS: Readonly<Partial<Record<TimelineEntry['kind'], BadgeColor>>> = {
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
          <time>{exactTime(entry.at)}</time>
          <Badge color={entry.failed ? 'danger' : COLORS[entry.kind]}>
            {isRequest(entry) ? entry.method : timeline.kinds[entry.kind]}
          </Badge>
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
