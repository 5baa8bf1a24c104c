import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { assertNever } from '../../assert-never.ts'
import { isRequest, type TimelineEntry } from '../api/types.ts'
import type { FaultTarget } from '../controls/fault-target.ts'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Details } from './details.tsx'
import log from './log.module.css'
import { Row } from './row.tsx'
import styles from './timeline.module.css'

const FILTERS = ['all', 'request', 'app', 'page', 'failed'] as const
type Filter = (typeof FILTERS)[number]

type TimelineProps = {
  readonly entries: readonly TimelineEntry[]
  readonly onClear: () => void
  readonly onBreak: (target: FaultTarget) => void
}

/**
 * Lists requests and page events, newest last. A click or the arrow keys select an entry, whose details are
 * then shown.
 */
export function Timeline({ entries, onClear, onBreak }: TimelineProps) {
  const { timeline } = useTexts()
  const [filter, setFilter] = useState<Filter>('all')
  const [selected, setSelected] = useState<string>()
  const list = useRef<HTMLOListElement>(null)
  const atEnd = useRef(true)
  const lastTop = useRef(0)
  const shown = useMemo(() => entries.filter(entry => matches(entry, filter)), [entries, filter])
  const failures = useMemo(() => entries.filter(({ failed }) => failed).length, [entries])
  const detail = shown.find(({ key }) => key === selected)
  const count = shown.length

  useEffect(() => {
    if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  })

  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') setSelected(undefined)
    if (step === 0 || count === 0) return
    event.preventDefault()
    const from = shown.findIndex(({ key }) => key === selected)
    const next = shown[from < 0 ? count - 1 : Math.min(Math.max(from + step, 0), count - 1)]
    if (!next) return
    setSelected(next.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"] button`)?.focus()
  }

  return (
    <section className={styles.timeline} aria-label={timeline.title}>
      <div className={log.bar}>
        <h2>{timeline.title}</h2>
        <span className={log.count}>{entries.length}</span>
        {failures > 0 && (
          <span className={log.count} data-failed>
            {timeline.failures(failures)}
          </span>
        )}
        <Button look="quiet" icon="trash" onClick={onClear} disabled={entries.length === 0}>
          {timeline.clear}
        </Button>
      </div>
      <div className={styles.filters}>
        <Segmented
          label={timeline.show}
          options={optionsOf(FILTERS, timeline.filters)}
          value={filter}
          onChange={setFilter}
        />
      </div>
      {count === 0 ? (
        <div className={styles.empty}>
          <strong>{entries.length === 0 ? timeline.empty : timeline.noMatch}</strong>
          <p>{timeline.emptyNote}</p>
        </div>
      ) : (
        <ol
          ref={list}
          className={`${log.list} ${styles.list}`}
          onKeyDown={move}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            // The list follows new rows while it is at its end. A new row also moves it away from the end, so
            // only scrolling up stops the list from following.
            if (scrollHeight - scrollTop - clientHeight < 24) atEnd.current = true
            else if (scrollTop < lastTop.current) atEnd.current = false
            lastTop.current = scrollTop
          }}
        >
          {shown.map(entry => (
            <Row
              key={entry.key}
              entry={entry}
              selected={entry.key === selected}
              onSelect={() => setSelected(entry.key === selected ? undefined : entry.key)}
            />
          ))}
        </ol>
      )}
      {detail && <Details entry={detail} onBreak={onBreak} onClose={() => setSelected(undefined)} />}
    </section>
  )
}

function matches(entry: TimelineEntry, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'request':
      return entry.kind === 'request' || entry.kind === 'bridge'
    case 'app':
      return entry.kind === 'app'
    case 'page':
      return !isRequest(entry) && entry.kind !== 'bridge'
    case 'failed':
      return entry.failed
    default:
      return assertNever(filter)
  }
}
