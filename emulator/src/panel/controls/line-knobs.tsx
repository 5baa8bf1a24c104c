import type { Scenario } from '../api/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Knob } from './knob.tsx'
import type { KnobsProps } from './knobs.tsx'

const shares = [
  { value: 'ask', label: 'Ask me', title: 'Show the share target picker' },
  { value: 'send', label: 'Send', title: 'Send to a friend automatically' },
  { value: 'cancel', label: 'Cancel', title: 'Close the picker automatically' },
] as const
const payments = [
  { value: 'ask', label: 'Ask me', title: 'Show the purchase' },
  { value: 'pay', label: 'Pay', title: 'Pay automatically' },
  { value: 'cancel', label: 'Cancel', title: 'Cancel automatically' },
] as const
const shortcuts = [
  { value: 'ask', label: 'Ask me', title: 'Show the shortcut dialog' },
  { value: 'add', label: 'Add', title: 'Add the shortcut automatically' },
  { value: 'cancel', label: 'Cancel', title: 'Cancel automatically' },
] as const

/** Returns what LINE answers without the user: `picker cancels · pays`. */
export function screensText({ screens }: Scenario): string {
  const set = Object.values(screens).filter(value => value !== 'ask' && value !== null)
  return set.length === 0 ? 'asks me' : `${set.length} answered`
}

/** Knobs for LINE's own screens: whether they ask the user or answer automatically. */
export function LineKnobs({ scenario: { screens }, onPatch }: KnobsProps) {
  return (
    <>
      <Knob label="Share picker">
        <Segmented
          label="Share picker"
          options={shares}
          value={screens.sharePicker}
          onChange={sharePicker => onPatch({ screens: { sharePicker } })}
        />
      </Knob>
      <Knob label="Payment">
        <Segmented
          label="Payment"
          options={payments}
          value={screens.payment}
          onChange={payment => onPatch({ screens: { payment } })}
        />
      </Knob>
      <Knob label="Shortcut">
        <Segmented
          label="Shortcut"
          options={shortcuts}
          value={screens.shortcut}
          onChange={shortcut => onPatch({ screens: { shortcut } })}
        />
      </Knob>
      <Knob label="Scanner">
        <input
          aria-label="Scanned text"
          placeholder="Ask me"
          title="Text of the code that the scanner reads"
          key={screens.scanner}
          defaultValue={screens.scanner ?? ''}
          onBlur={({ target: { value } }) => {
            if (value !== (screens.scanner ?? '')) onPatch({ screens: { scanner: value || null } })
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      </Knob>
    </>
  )
}
