import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { type Option, optionsOf } from '../texts/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { STATUSES, type TimelineFilter } from './filter.ts'
import styles from './filters.module.css'

type FiltersProps = {
  readonly filter: TimelineFilter
  readonly hosts: readonly string[]
  readonly users: readonly string[]
  readonly names: Scenario['users']
  readonly onChange: (change: Partial<TimelineFilter>) => void
}

export function Filters({ filter, hosts, users, names, onChange }: FiltersProps) {
  const { timeline } = useTexts()
  const statusTexts: Readonly<Record<string, string>> = timeline.statuses
  const nameOf = (user: string) =>
    names.find(({ userId }) => userId.toLowerCase() === user)?.displayName ?? user
  return (
    <search className={styles.filters}>
      <Segmented
        label={timeline.show}
        options={optionsOf(timeline.filters)}
        value={filter.kind}
        onChange={kind => onChange({ kind })}
      />
      <input
        type="search"
        aria-label={timeline.search}
        placeholder={timeline.search}
        value={filter.text}
        onChange={event => onChange({ text: event.target.value })}
      />
      <div className={styles.choices}>
        <Select
          label={timeline.host}
          options={withAny(timeline.anyHost, hosts, filter.host)}
          value={filter.host}
          onChange={host => onChange({ host })}
        />
        <Select
          label={timeline.status}
          options={STATUSES.map(value => ({ value, label: statusTexts[value] ?? value }))}
          value={filter.status}
          onChange={status => onChange({ status })}
        />
        <Select
          label={timeline.user}
          options={withAny(timeline.anyUser, users, filter.user, nameOf)}
          value={filter.user}
          onChange={user => onChange({ user })}
        />
      </div>
    </search>
  )
}

/** A chosen host or user remains listed after its entries have been cleared. */
function withAny(
  any: string,
  known: readonly string[],
  chosen: string,
  labelOf = (value: string) => value,
): readonly Option[] {
  const values = chosen === '' || known.includes(chosen) ? known : [...known, chosen]
  return [{ value: '', label: any }, ...values.map(value => ({ value, label: labelOf(value) }))]
}
