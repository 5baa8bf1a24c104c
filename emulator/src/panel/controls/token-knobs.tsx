import type { Patch, Scenario } from '../api/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Knob, NumberChoice } from './knob.tsx'

const ages = [
  { value: 0, label: 'Fresh at each launch' },
  { value: 1800, label: 'Kept for 30 minutes' },
  { value: 7200, label: 'Kept for 2 hours' },
  { value: 86_400, label: 'Kept for a day' },
]
const lifetimes = [
  { value: 3600, label: '1 hour, as LINE’s' },
  { value: 60, label: '1 minute' },
  { value: 10, label: '10 seconds' },
]
const accessTokens = [
  { value: 'good', label: 'Good' },
  { value: 'expired', label: 'Expired', title: 'Every access token has expired from the start' },
  { value: 'revoked', label: 'Revoked', title: 'The page starts, and every later call is refused' },
] as const

type TokenKnobsProps = {
  readonly tokens: Scenario['tokens']
  readonly onPatch: (patch: Patch) => void
}

/** How old the tokens in the phone are, how long they live, and what LINE says of them. */
export function TokenKnobs({ tokens, onPatch }: TokenKnobsProps) {
  return (
    <>
      <Knob label="Tokens">
        <NumberChoice
          label="Age of the tokens"
          choices={ages}
          value={tokens.idTokenAge}
          other={`Kept for ${tokens.idTokenAge} s`}
          onChange={idTokenAge => onPatch({ tokens: { idTokenAge } })}
        />
      </Knob>
      <Knob label="ID token">
        <NumberChoice
          label="Lifetime of the ID token"
          choices={lifetimes}
          value={tokens.idTokenLifetime}
          other={`${tokens.idTokenLifetime} seconds`}
          onChange={idTokenLifetime => onPatch({ tokens: { idTokenLifetime } })}
        />
      </Knob>
      <Knob label="Access">
        <Segmented
          label="Access token"
          options={accessTokens}
          value={tokens.revoked ? 'revoked' : tokens.expired ? 'expired' : 'good'}
          onChange={is => onPatch({ tokens: { revoked: is === 'revoked', expired: is === 'expired' } })}
        />
      </Knob>
    </>
  )
}
