import { useMemo, useState } from 'react'
import type { Scenario } from '../api/types.ts'
import type { FaultTarget } from '../controls/fault-form.tsx'
import { useTexts } from '../language/use-texts.tsx'
import type { TimelineLog } from '../state/timeline-log.ts'
import { Button } from '../ui/button.tsx'
import { downloadJson } from '../ui/download.ts'
import { Details } from './details.tsx'
import { EntryList } from './entry-list.tsx'
import { failuresIn, filtered, hostsIn, NO_FILTER, type TimelineFilter, usersIn } from './filter.ts'
import { Filters } from './filters.tsx'
import { folded } from './fold.ts'
import { harOf } from './har.ts'
import log from './log.module.css'
import { storyOf } from './story.ts'
import styles from './timeline.module.css'

type TimelineProps = {
  readonly log: TimelineLog
  readonly users: Scenario['users']
  readonly onClear: () => void
  readonly onBreak: (target: FaultTarget) => void
}

export function Timeline({ log: { entries, dropped }, users, onClear, onBreak }: TimelineProps) {
  const { timeline } = useTexts()
  const [filter, setFilter] = useState<TimelineFilter>(NO_FILTER)
  const [selected, setSelected] = useState<string>()
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const { shown, hiddenFailures } = useMemo(
    () => filtered(entries, filter, timeline),
    [entries, filter, timeline],
  )
  const folds = useMemo(() => folded(shown, timeline, unfolded), [shown, timeline, unfolded])
  const [failures, hosts, userIds] = useMemo(
    () => [failuresIn(entries), hostsIn(entries), usersIn(entries)] as const,
    [entries],
  )
  const detail = folds.find(({ key }) => key === selected)?.newest

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
        <Button
          look="quiet"
          icon="download"
          aria-label={timeline.exportHar}
          title={timeline.exportHar}
          disabled={hosts.length === 0}
          onClick={() => downloadJson('timeline.har', harOf(shown))}
        />
        <Button look="quiet" icon="trash" onClick={onClear} disabled={entries.length === 0}>
          {timeline.clear}
        </Button>
      </div>
      <Filters
        filter={filter}
        hosts={hosts}
        users={userIds}
        names={users}
        onChange={change => setFilter({ ...filter, ...change })}
      />
      <output className={styles.notices}>
        {dropped.count > 0 && (
          <p data-failed={dropped.failures > 0 || undefined}>{timeline.droppedEntries(dropped)}</p>
        )}
        {hiddenFailures > 0 && (
          <p data-failed>
            {timeline.hiddenFailures(hiddenFailures)}{' '}
            <button type="button" onClick={() => setFilter(NO_FILTER)}>
              {timeline.showAll}
            </button>
          </p>
        )}
      </output>
      {folds.length === 0 ? (
        <div className={styles.empty}>
          <strong>{entries.length === 0 ? timeline.empty : timeline.noMatch}</strong>
          <p>{timeline.emptyNote}</p>
        </div>
      ) : (
        <EntryList
          folds={folds}
          selected={selected}
          onSelect={setSelected}
          onUnfold={key => setUnfolded(before => new Set([...before, key]))}
        />
      )}
      {detail && (
        <Details
          entry={detail}
          story={storyOf(entries, detail.key)}
          onBreak={onBreak}
          onClose={() => setSelected(undefined)}
        />
      )}
    </section>
  )
}
