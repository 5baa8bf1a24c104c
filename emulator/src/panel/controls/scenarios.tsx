import { useRef, useState } from 'react'
import type { ScenarioSummary } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { type PanelTexts, scenarioTextIn } from '../texts/panel-texts.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './scenarios.module.css'
import { focusSetting, SETTINGS, type Setting, settingText, wordsOf } from './settings-index.ts'

/** Scenarios that have their own cards, in the order of their shortcuts 1 to 4. */
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

export function Scenarios({ scenarios, current, edited, onPick }: ScenariosProps) {
  const texts = useTexts()
  const byName = new Map(scenarios.map(each => [each.name, scenarioTextIn(texts, each)]))
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
              {edited && name === current && <em>{texts.controls.edited}</em>}
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

/** Searches the other scenarios and the settings. While closed, shows the loaded scenario. */
function OtherScenarios({ scenarios, current, edited, onPick }: ScenariosProps) {
  const texts = useTexts()
  const { controls } = texts
  const [open, setOpen] = useState(false)
  const [filter, setFilter] = useState('')
  const box = useRef<HTMLElement>(null)
  const loaded = scenarios.find(({ name }) => name === current)
  const words = filter.trim().toLowerCase()
  const results = resultsFor(words, scenarios, texts)
  const close = () => {
    setOpen(false)
    setFilter('')
  }
  const pick = (result: Result) => {
    close()
    if ('scenario' in result) onPick(result.scenario.name)
    else focusSetting(result.setting)
  }
  return (
    <search
      ref={box}
      aria-label={controls.search}
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
          aria-label={controls.find}
          aria-expanded={open}
          aria-controls="other-scenarios"
          placeholder={
            loaded
              ? [scenarioTextIn(texts, loaded).title, ...(edited ? [controls.edited] : [])].join(' · ')
              : controls.find
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
            if (event.key === 'Enter' && words !== '' && results[0]) pick(results[0])
          }}
        />
        <kbd>/</kbd>
      </label>
      {open && (
        <ul id="other-scenarios" className={styles.list}>
          {results.map(result =>
            'scenario' in result ? (
              <li key={result.scenario.name}>
                <button
                  type="button"
                  aria-pressed={result.scenario.name === current}
                  title={scenarioTextIn(texts, result.scenario).description}
                  onClick={() => pick(result)}
                >
                  <span>{scenarioTextIn(texts, result.scenario).title || result.scenario.name}</span>
                  <code>{result.scenario.name}</code>
                </button>
              </li>
            ) : (
              <li key={result.setting.id}>
                <button type="button" onClick={() => pick(result)}>
                  <span className={styles.setting}>
                    <Icon name="sliders" size={13} /> {settingText(result.setting.id, texts).name}
                  </span>
                  <small>{controls.groups[result.setting.group]}</small>
                </button>
              </li>
            ),
          )}
          {results.length === 0 && <li className={styles.none}>{controls.nothingMatches(filter)}</li>}
        </ul>
      )}
    </search>
  )
}

type Result = { readonly scenario: ScenarioSummary } | { readonly setting: Setting }

/**
 * Searches in the panel's language and in English. Matches in names come first. Returns all scenarios for an empty
 * text.
 */
function resultsFor(
  text: string,
  scenarios: readonly ScenarioSummary[],
  texts: PanelTexts,
): readonly Result[] {
  const settings = text === '' ? [] : SETTINGS
  const all = [
    ...scenarios.map(scenario => {
      const { title, description } = scenarioTextIn(texts, scenario)
      return {
        result: { scenario },
        name: `${scenario.name} ${scenario.title} ${title}`,
        more: `${scenario.description} ${description}`,
      }
    }),
    ...settings.map(setting => ({ result: { setting }, ...wordsOf(setting, texts) })),
  ]
  const has = (where: string) => where.toLowerCase().includes(text)
  const named = all.filter(({ name }) => has(name))
  const others = all.filter(({ name, more }) => !has(name) && has(more))
  return [...named, ...others].map(({ result }) => result)
}
