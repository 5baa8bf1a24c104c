import type { OwnLanguage } from '../../own-language.ts'
import type { Patch, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { optionsOf } from '../texts/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { isOfWebhook } from './fault-list.tsx'
import { type FieldKnob, labelIn, optionsIn } from './field-knob.ts'
import { FIELD_KNOBS, type FieldKnobId } from './field-knobs.ts'
import { ChoiceKnob, Knob, TextKnob } from './knob.tsx'

export type KnobsProps = {
  readonly scenario: Scenario
  readonly onPatch: (patch: Patch) => void
}

export const fieldLabel = (id: FieldKnobId, scenario: Scenario, lang: OwnLanguage): string =>
  labelIn(FIELD_KNOBS[id], scenario, lang)

/** Returns a short description, such as `LIFF · Android · 14.11.0`. */
export function placeText(scenario: Scenario, { lang }: PanelTexts): string {
  const { kind, lineVersion } = scenario.environment
  const version = kind === 'external' ? [] : [lineVersion]
  const place = (['openedIn', 'os'] as const).map(id => fieldLabel(id, scenario, lang))
  return [...place, ...version].join(' · ')
}

/** Returns a short description, such as `Online · 2 broken`. */
export function networkText({ network, faults }: Scenario, { controls }: PanelTexts): string {
  const count = faults.filter(fault => !isOfWebhook(fault)).length
  const broken = count > 0 ? [controls.broken(count)] : []
  return [controls.network[network.kind].label, ...broken].join(' · ')
}

type FieldKnobsProps = KnobsProps & { readonly group: FieldKnob['group'] }

export function FieldKnobs({ group, scenario, onPatch }: FieldKnobsProps) {
  const { lang } = useTexts()
  const rows = Object.entries(FIELD_KNOBS) as [FieldKnobId, FieldKnob][]
  return rows.map(([id, row]) => {
    if (row.group !== group || row.shown?.(scenario) === false) return null
    const value = row.valueIn(scenario)
    const onChange = (next: string) => onPatch(row.patchTo(next))
    const options = optionsIn(row, lang)
    return row.isList || 'choices' in row ? (
      <ChoiceKnob key={id} setting={id} choices={options} value={value} onChange={onChange} />
    ) : (
      <Knob key={id} setting={id}>
        {name => <Segmented label={name} setting={id} options={options} value={value} onChange={onChange} />}
      </Knob>
    )
  })
}

/** The five options need a row of their own. */
export function NetworkKnob({ scenario: { network }, onPatch }: KnobsProps) {
  const { controls } = useTexts()
  return (
    <Segmented
      label={controls.settings.network.name}
      setting="network"
      options={optionsOf(controls.network)}
      value={network.kind}
      onChange={kind => onPatch({ network: { kind } })}
    />
  )
}

/** Returns how many screens are answered without the user, for example `2 answered`. */
export function screensText({ screens }: Scenario, { controls }: PanelTexts): string {
  const set = Object.values(screens).filter(value => value !== 'ask' && value !== null)
  return set.length === 0 ? controls.asksMe : controls.answered(set.length)
}

export function LineKnobs({ scenario, onPatch }: KnobsProps) {
  const { controls } = useTexts()
  return (
    <>
      <FieldKnobs group="line" scenario={scenario} onPatch={onPatch} />
      <TextKnob
        setting="scannedText"
        value={scenario.screens.scanner ?? ''}
        placeholder={controls.scannerHint}
        title={controls.scannerTitle}
        onChange={text => onPatch({ screens: { scanner: text || null } })}
      />
    </>
  )
}
