import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import { Segmented } from '../ui/segmented.tsx'
import { KINDS, STATUSES, type TimelineFilter } from './filter.ts'
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
  const nameOf = (user: string) =>
    names.find(({ userId }) => userId.toLowerCase() === user)?.displayName ?? user
  return (
    <search className={styles.filters}>
      <Segmented
        label={timeline.show}
        options={optionsOf(KINDS, timeline.filters)}
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
        <Choice
          label={timeline.host}
          any={timeline.anyHost}
          value={filter.host}
          options={withChosen(hosts, filter.host).map(host => [host, host])}
          onChange={host => onChange({ host })}
        />
        <Choice
          label={timeline.status}
          any={timeline.statuses['']}
          value={filter.status}
          options={STATUSES.filter(status => status !== '').map(status => [
            status,
            status === 'none' ? timeline.statuses.none : status,
          ])}
          onChange={status => onChange({ status: STATUSES.find(known => known === status) ?? '' })}
        />
        <Choice
          label={timeline.user}
          any={timeline.anyUser}
          value={filter.user}
          options={withChosen(users, filter.user).map(user => [user, nameOf(user)])}
          onChange={user => onChange({ user })}
        />
      </div>
    </search>
  )
}

/** A chosen host or user remains listed after its entries have been cleared. */
function withChosen(known: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || known.includes(chosen) ? known : [...known, chosen]
}

type ChoiceProps = {
  readonly label: string
  readonly any: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={event => onChange(event.target.value)}>
      <option value="">{any}</option>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}
