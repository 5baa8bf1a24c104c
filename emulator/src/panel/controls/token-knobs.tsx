import type { Patch, Scenario } from '../api/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Knob, NumberChoice } from './knob.tsx'

const ages = [
  { value: 0, label: 'New at each launch' },
  { value: 1800, label: '30 minutes old' },
  { value: 7200, label: '2 hours old' },
  { value: 86_400, label: '1 day old' },
]
const lifetimes = [
  { value: 3600, label: '1 hour, as in LINE' },
  { value: 60, label: '1 minute' },
  { value: 10, label: '10 seconds' },
]
const accessTokens = [
  { value: 'valid', label: 'Valid' },
  { value: 'expired', label: 'Expired', title: 'Every access token is expired from the start' },
  { value: 'revoked', label: 'Revoked', title: 'LINE revokes the access token after the page has started' },
] as const

/** Returns the state of the tokens in a few words: `2 hours old · Revoked`. */
export function tokensText({ tokens }: Scenario): string {
  const age =
    ages.find(({ value }) => value === tokens.idTokenAge)?.label ?? `${tokens.idTokenAge} seconds old`
  const access = tokens.revoked ? ['revoked'] : tokens.expired ? ['expired'] : []
  return [age, ...access].join(' · ')
}

type TokenKnobsProps = {
  readonly tokens: Scenario['tokens']
  readonly onPatch: (patch: Patch) => void
}

/** Knobs for the age, lifetime and validity of the tokens. */
export function TokenKnobs({ tokens, onPatch }: TokenKnobsProps) {
  return (
    <>
      <Knob label="Stored">
        <NumberChoice
          label="Token age"
          choices={ages}
          value={tokens.idTokenAge}
          otherLabel={`${tokens.idTokenAge} seconds old`}
          onChange={idTokenAge => onPatch({ tokens: { idTokenAge } })}
        />
      </Knob>
      <Knob label="ID token lasts">
        <NumberChoice
          label="ID token lifetime"
          choices={lifetimes}
          value={tokens.idTokenLifetime}
          otherLabel={`${tokens.idTokenLifetime} seconds`}
          onChange={idTokenLifetime => onPatch({ tokens: { idTokenLifetime } })}
        />
      </Knob>
      <Knob label="Access token">
        <Segmented
          label="Access token"
          options={accessTokens}
          value={tokens.revoked ? 'revoked' : tokens.expired ? 'expired' : 'valid'}
          onChange={state =>
            onPatch({ tokens: { revoked: state === 'revoked', expired: state === 'expired' } })
          }
        />
      </Knob>
    </>
  )
}
