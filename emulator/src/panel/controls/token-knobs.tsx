import type { Patch, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { ChoiceKnob, OptionsKnob } from './knob.tsx'

const AGES = [0, 1800, 7200, 86_400] as const
const LIFETIMES = [3600, 60, 10] as const

export function choicesOf<Seconds extends number>(
  values: readonly Seconds[],
  texts: Readonly<Record<Seconds, string>>,
) {
  return values.map(value => ({ value: String(value), label: texts[value] }))
}

function ageText(age: number, { tokenAges, secondsOld }: PanelTexts['controls']): string {
  const known = AGES.find(value => value === age)
  return known === undefined ? secondsOld(age) : tokenAges[known]
}

/** Returns a short description, such as `2 hours old · revoked`. */
export function tokensText({ tokens }: Scenario, { controls }: PanelTexts): string {
  const { expired, revoked } = controls.tokenStates
  const access = tokens.revoked ? [revoked] : tokens.expired ? [expired] : []
  return [ageText(tokens.idTokenAge, controls), ...access].join(' · ')
}

type TokenKnobsProps = {
  readonly tokens: Scenario['tokens']
  readonly onPatch: (patch: Patch) => void
}

export function TokenKnobs({ tokens, onPatch }: TokenKnobsProps) {
  const { controls } = useTexts()
  return (
    <>
      <ChoiceKnob
        setting="tokenAge"
        choices={choicesOf(AGES, controls.tokenAges)}
        value={String(tokens.idTokenAge)}
        otherLabel={controls.secondsOld(tokens.idTokenAge)}
        onChange={age => onPatch({ tokens: { idTokenAge: Number(age) } })}
      />
      <ChoiceKnob
        setting="idTokenLifetime"
        choices={choicesOf(LIFETIMES, controls.lifetimes)}
        value={String(tokens.idTokenLifetime)}
        otherLabel={controls.seconds(tokens.idTokenLifetime)}
        onChange={lifetime => onPatch({ tokens: { idTokenLifetime: Number(lifetime) } })}
      />
      <OptionsKnob
        setting="accessToken"
        texts={controls.accessToken}
        value={tokens.revoked ? 'revoked' : tokens.expired ? 'expired' : 'valid'}
        onChange={state =>
          onPatch({ tokens: { revoked: state === 'revoked', expired: state === 'expired' } })
        }
      />
    </>
  )
}
