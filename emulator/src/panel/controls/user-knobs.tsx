import type { Patch, Scenario } from '../api/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Knob } from './knob.tsx'

const friendships = [
  { value: 'friend', label: 'Friend' },
  { value: 'none', label: 'Not yet' },
  { value: 'blocked', label: 'Blocked' },
] as const
const answers = [
  { value: 'ask', label: 'Ask me', title: 'Show the consent page' },
  { value: 'allow', label: 'Allow', title: 'Allow automatically' },
  { value: 'deny', label: 'Deny', title: 'Deny automatically' },
] as const

/** Returns the user and the friendship in a few words. */
export function whoText({ users, user, friendships: all }: Scenario): string {
  const name = users.find(({ userId }) => userId === user)?.displayName ?? user
  const friendship = friendships.find(({ value }) => value === (all[user] ?? 'none'))
  return `${name} · ${friendship?.label}`
}

type UserKnobsProps = {
  readonly scenario: Scenario
  readonly onPatch: (patch: Patch) => void
}

/**
 * Knobs for the current user: which user it is, the friendship with the official account, and the consent.
 */
export function UserKnobs({ scenario, onPatch }: UserKnobsProps) {
  const { users, user, consent } = scenario
  const friendship = scenario.friendships[user] ?? 'none'
  return (
    <>
      <Knob label="User">
        <select value={user} aria-label="User" onChange={event => onPatch({ user: event.target.value })}>
          {users.map(({ userId, displayName }) => (
            <option key={userId} value={userId}>
              {displayName}
            </option>
          ))}
        </select>
      </Knob>
      <Knob label="Friendship">
        <Segmented
          label="Friendship"
          options={friendships}
          value={friendship}
          onChange={next => onPatch({ friendships: { [user]: next } })}
        />
      </Knob>
      <Knob label="Consent">
        <Segmented
          label="Consent"
          options={[
            { value: 'granted', label: 'Given', title: 'The user has granted the app its scopes' },
            { value: 'none', label: 'Not yet', title: 'LINE shows the consent page first' },
          ]}
          value={consentOf(scenario)}
          onChange={initially => onPatch({ consent: { initially, grants: { [user]: null } } })}
        />
      </Knob>
      <Knob label="When asked">
        <Segmented
          label="When asked"
          options={answers}
          value={consent.answer}
          onChange={answer => onPatch({ consent: { answer } })}
        />
      </Knob>
    </>
  )
}

/** Returns whether the current user has granted scopes to the first app. */
function consentOf({ consent, user, apps }: Scenario): 'granted' | 'none' {
  const liffId = apps[0]?.liffId
  const grant = liffId === undefined ? undefined : consent.grants[user]?.[liffId]
  if (grant) return grant.length > 0 ? 'granted' : 'none'
  return consent.initially
}
