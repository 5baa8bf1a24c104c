import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { assertNever } from '../../assert-never.ts'
import { isRequest, type TimelineEntry } from '../api/types.ts'
import type { FaultTarget } from '../controls/faults.tsx'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Details } from './details.tsx'
import log from './log.module.css'
import { Row } from './row.tsx'
import styles from './timeline.module.css'

type Filter = 'all' | 'request' | 'app' | 'page' | 'failed'

const filters = [
  { value: 'all', label: 'All' },
  { value: 'request', label: 'LINE', title: 'Requests to LINE, and bridge calls' },
  { value: 'app', label: 'App', title: "Requests to the app's own server and other hosts" },
  { value: 'page', label: 'Page', title: "Navigations, windows, errors, the app's queue" },
  { value: 'failed', label: 'Errors' },
] as const

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
    <section className={styles.timeline} aria-label="Timeline">
      <div className={log.bar}>
        <h2>Timeline</h2>
        <span className={log.count}>{entries.length}</span>
        {failures > 0 && (
          <span className={log.count} data-failed>
            {failures} failed
          </span>
        )}
        <Button look="quiet" icon="trash" onClick={onClear} disabled={entries.length === 0}>
          Clear
        </Button>
      </div>
      <div className={styles.filters}>
        <Segmented label="Show" options={filters} value={filter} onChange={setFilter} />
      </div>
      {count === 0 ? (
        <div className={styles.empty}>
          <strong>{entries.length === 0 ? 'No entries yet' : 'No matching entries'}</strong>
          <p>The app's requests to LINE and to its own server, bridge calls and navigations appear here.</p>
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
