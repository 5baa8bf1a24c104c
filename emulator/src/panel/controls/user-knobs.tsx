import type { Friendship, Patch, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { ControlTexts } from '../texts/en/controls.ts'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { ChoiceKnob, OptionsKnob } from './knob.tsx'
import { FieldKnobs } from './knobs.tsx'

/** The scopes that a user with partial consent has refused. */
const REFUSED = ['chat_message.write', 'email'] as const

export function whoText({ users, user, friendships }: Scenario, { controls }: PanelTexts): string {
  const name = users.find(({ userId }) => userId === user)?.displayName ?? user
  return `${name} · ${controls.friendship[friendships[user] ?? 'none'].label}`
}

type UserKnobsProps = {
  readonly scenario: Scenario
  readonly onPatch: (patch: Patch) => void
  /** This is separate from `onPatch`, because LINE must send a webhook. */
  readonly onFriendship: (state: Friendship) => void
}

export function UserKnobs({ scenario, onPatch, onFriendship }: UserKnobsProps) {
  const { controls } = useTexts()
  const { users, user } = scenario
  return (
    <>
      <ChoiceKnob
        setting="user"
        choices={users.map(({ userId, displayName }) => ({ value: userId, label: displayName }))}
        value={user}
        onChange={next => onPatch({ user: next })}
      />
      <OptionsKnob
        setting="friendship"
        texts={controls.friendship}
        value={scenario.friendships[user] ?? 'none'}
        onChange={onFriendship}
      />
      <OptionsKnob
        setting="consent"
        texts={controls.consent}
        value={consentOf(scenario)}
        onChange={given => onPatch({ consent: { ...consentWith(given), grants: { [user]: null } } })}
      />
      <FieldKnobs group="who" scenario={scenario} onPatch={onPatch} />
    </>
  )
}

type Given = keyof ControlTexts['consent']

const consentWith = (given: Given) => ({
  initially: given === 'none' ? ('none' as const) : ('granted' as const),
  refused: given === 'partial' ? [...REFUSED] : [],
})

function consentOf({ consent, user, apps }: Scenario): Given {
  const liffId = apps[0]?.liffId
  const grant = liffId === undefined ? undefined : consent.grants[user]?.[liffId]
  if (grant) return grant.length > 0 ? 'granted' : 'none'
  return consent.initially === 'granted' && consent.refused.length > 0 ? 'partial' : consent.initially
}
