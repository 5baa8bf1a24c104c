import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Fold } from './fold.ts'
import log from './log.module.css'
import { Row } from './row.tsx'
import styles from './timeline.module.css'

/** Height in CSS pixels. It must match `row.module.css`. */
const ROW_HEIGHT = 27

type EntryListProps = {
  readonly folds: readonly Fold[]
  readonly selected: string | undefined
  readonly onSelect: (key: string | undefined) => void
  readonly onUnfold: (key: string) => void
}

/** Renders only the rows in view and the selected row, which may have the focus. */
export function EntryList({ folds, selected, onSelect, onUnfold }: EntryListProps) {
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const lastTop = useRef(0)
  const focusNext = useRef(false)
  const count = folds.length
  const selectedAt = selected === undefined ? -1 : folds.findIndex(({ key }) => key === selected)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => folds[index]?.key ?? index,
    overscan: 10,
    useFlushSync: false,
    rangeExtractor: range => {
      const inView = defaultRangeExtractor(range)
      return selectedAt < 0 || inView.includes(selectedAt)
        ? inView
        : [...inView, selectedAt].sort((a, b) => a - b)
    },
  })
  useEffect(() => {
    if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  })
  useEffect(() => {
    if (!focusNext.current) return
    focusNext.current = false
    list.current?.querySelector<HTMLElement>(`[data-index="${selectedAt}"] button`)?.focus()
  }, [selectedAt])

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onSelect(undefined)
    const next = nextIndex(event.key, selectedAt, count)
    const fold = next === undefined ? undefined : folds[next]
    if (next === undefined || fold === undefined) return
    event.preventDefault()
    focusNext.current = next !== selectedAt
    onSelect(fold.key)
    rows.scrollToIndex(next)
  }
  return (
    <div
      ref={list}
      className={`${log.list} ${styles.list}`}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // While scrolled to the end, the list follows new rows. For a moment, a new row leaves it short of the end, so
        // only scrolling up stops it from following.
        if (scrollHeight - scrollTop - clientHeight < 24) atEnd.current = true
        else if (scrollTop < lastTop.current) atEnd.current = false
        lastTop.current = scrollTop
      }}
    >
      <ol className={styles.rows} style={{ height: rows.getTotalSize() }} onKeyDown={move}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const fold = folds[index]
          if (fold === undefined) return null
          return (
            <li
              key={fold.key}
              className={styles.item}
              data-index={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{ top: start }}
            >
              <Row
                entry={fold.newest}
                count={fold.count}
                selected={fold.key === selected}
                onSelect={() => onSelect(fold.key === selected ? undefined : fold.key)}
                onUnfold={() => onUnfold(fold.key)}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** Returns undefined if the key does not move the selection. */
function nextIndex(key: string, from: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return from < 0 ? last : Math.min(from + 1, last)
    case 'ArrowUp':
      return from < 0 ? last : Math.max(from - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
