import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { ChoiceKnob, OptionsKnob, TextKnob } from './knob.tsx'
import type { KnobsProps } from './knobs.tsx'

const SHARES = ['ask', 'send', 'cancel'] as const
const PAYMENTS = ['ask', 'pay', 'cancel', 'fail'] as const
const QUICK_FILLS = ['ask', 'fill', 'cancel'] as const
const BRIDGES = ['answers', 'silent'] as const
const SHORTCUTS = ['ask', 'add', 'cancel'] as const

/** Returns how many screens are answered without the user, for example `2 answered`. */
export function screensText({ screens }: Scenario, { controls }: PanelTexts): string {
  const set = Object.values(screens).filter(value => value !== 'ask' && value !== null)
  return set.length === 0 ? controls.asksMe : controls.answered(set.length)
}

export function LineKnobs({ scenario: { screens, device }, onPatch }: KnobsProps) {
  const { controls } = useTexts()
  return (
    <>
      <OptionsKnob
        setting="sharePicker"
        values={SHARES}
        texts={controls.sharePicker}
        value={screens.sharePicker}
        onChange={sharePicker => onPatch({ screens: { sharePicker } })}
      />
      <OptionsKnob
        setting="quickFill"
        values={QUICK_FILLS}
        texts={controls.quickFill}
        value={screens.quickFill}
        onChange={quickFill => onPatch({ screens: { quickFill } })}
      />
      {/* Four labels of this length do not fit into one row of buttons. */}
      <ChoiceKnob
        setting="payment"
        choices={optionsOf(PAYMENTS, controls.payment)}
        value={screens.payment}
        onChange={payment => onPatch({ screens: { payment } })}
      />
      <OptionsKnob
        setting="shortcut"
        values={SHORTCUTS}
        texts={controls.shortcut}
        value={screens.shortcut}
        onChange={shortcut => onPatch({ screens: { shortcut } })}
      />
      <OptionsKnob
        setting="bridge"
        values={BRIDGES}
        texts={controls.bridge}
        value={device.bridge}
        onChange={bridge => onPatch({ device: { bridge } })}
      />
      <TextKnob
        setting="scannedText"
        value={screens.scanner ?? ''}
        placeholder={controls.scannerHint}
        title={controls.scannerTitle}
        onChange={text => onPatch({ screens: { scanner: text || null } })}
      />
    </>
  )
}
