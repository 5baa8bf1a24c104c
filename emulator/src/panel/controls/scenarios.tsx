import { useRef, useState } from 'react'
import type { ScenarioSummary } from '../api/types.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './scenarios.module.css'
import { focusSetting, SETTINGS, type Setting } from './settings-index.ts'

/** Scenarios with a card of their own. The order is that of their keyboard shortcuts 1 to 4. */
export const MAIN_SCENARIOS = ['friend', 'not-friend', 'not-in-client', 'expired-id-token'] as const

const icons: Record<(typeof MAIN_SCENARIOS)[number], IconName> = {
  friend: 'friend',
  'not-friend': 'stranger',
  'not-in-client': 'globe',
  'expired-id-token': 'hourglass',
}

type ScenariosProps = {
  readonly scenarios: readonly ScenarioSummary[]
  readonly current: string | undefined
  readonly edited: boolean
  readonly onPick: (name: string) => void
}

/** Selects the scenario: a card for each main scenario, and a search for the others and for the settings. */
export function Scenarios({ scenarios, current, edited, onPick }: ScenariosProps) {
  const byName = new Map(scenarios.map(each => [each.name, each]))
  const others = scenarios.filter(({ name }) => !MAIN_SCENARIOS.some(main => main === name))
  return (
    <>
      <div className={styles.main}>
        {MAIN_SCENARIOS.map((name, index) => {
          const scenario = byName.get(name)
          return (
            <button
              key={name}
              type="button"
              className={styles.card}
              aria-pressed={name === current}
              disabled={!scenario}
              title={scenario?.description}
              onClick={() => onPick(name)}
            >
              <Icon name={icons[name]} size={18} />
              <strong>{scenario?.title || name}</strong>
              <code>{name}</code>
              {edited && name === current && <em>edited</em>}
              <kbd>{index + 1}</kbd>
            </button>
          )
        })}
      </div>
      {others.length > 0 && (
        <OtherScenarios scenarios={others} current={current} edited={edited} onPick={onPick} />
      )}
    </>
  )
}

/**
 * A search field with a list of the other scenarios and of the settings that match. While the list is closed, the
 * field shows the loaded scenario.
 */
function OtherScenarios({ scenarios, current, edited, onPick }: ScenariosProps) {
  const [open, setOpen] = useState(false)
  const [filter, setFilter] = useState('')
  const box = useRef<HTMLElement>(null)
  const loaded = scenarios.find(({ name }) => name === current)
  const words = filter.trim().toLowerCase()
  const shown = scenarios.filter(each =>
    `${each.name} ${each.title} ${each.description}`.toLowerCase().includes(words),
  )
  const settings = words === '' ? [] : SETTINGS.filter(each => textOf(each).includes(words))
  const close = () => {
    setOpen(false)
    setFilter('')
  }
  const pick = (name: string) => {
    close()
    onPick(name)
  }
  const show = (setting: Setting) => {
    close()
    focusSetting(setting)
  }
  return (
    <search
      ref={box}
      aria-label="Search"
      className={styles.others}
      onBlur={event => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      <label className={styles.search} data-loaded={loaded !== undefined || undefined}>
        <Icon name={loaded ? 'check' : 'search'} size={14} />
        <input
          type="search"
          role="combobox"
          aria-label="Find a scenario or a setting"
          aria-expanded={open}
          aria-controls="other-scenarios"
          placeholder={
            loaded ? `${loaded.title}${edited ? ' · edited' : ''}` : 'Find a scenario or a setting'
          }
          value={filter}
          data-shortcut="/"
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onChange={event => {
            setFilter(event.target.value)
            setOpen(true)
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter' || words === '') return
            if (shown[0]) pick(shown[0].name)
            else if (settings[0]) show(settings[0])
          }}
        />
        <kbd>/</kbd>
      </label>
      {open && (
        <ul id="other-scenarios" className={styles.list}>
          {shown.map(({ name, title, description }) => (
            <li key={name}>
              <button
                type="button"
                aria-pressed={name === current}
                title={description}
                onClick={() => pick(name)}
              >
                <span>{title || name}</span>
                <code>{name}</code>
              </button>
            </li>
          ))}
          {settings.map(setting => (
            <li key={setting.label}>
              <button type="button" onClick={() => show(setting)}>
                <span className={styles.setting}>
                  <Icon name="sliders" size={13} /> {setting.label}
                </span>
                <small>{setting.group}</small>
              </button>
            </li>
          ))}
          {shown.length + settings.length === 0 && (
            <li className={styles.none}>Nothing matches “{filter}”.</li>
          )}
        </ul>
      )}
    </search>
  )
}

const textOf = ({ label, group, words }: Setting) => `${label} ${group} ${words}`.toLowerCase()
