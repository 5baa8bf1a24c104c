import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { TextKnob } from './knob.tsx'
import { FieldKnobs, type KnobsProps } from './knobs.tsx'

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
