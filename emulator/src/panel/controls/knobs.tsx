import type { Patch, Scenario } from '../api/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Choice, Knob } from './knob.tsx'
import styles from './knobs.module.css'
import { TokenKnobs } from './token-knobs.tsx'

type KnobsProps = {
  readonly scenario: Scenario
  readonly onPatch: (patch: Patch) => void
}

const environments = [
  { value: 'liff', label: 'LIFF', title: "LINE's LIFF browser" },
  { value: 'line-browser', label: 'LINE', title: "LINE's in-app browser, without LIFF" },
  { value: 'external', label: 'Browser', title: "The phone's own browser" },
] as const
const systems = [
  { value: 'android', label: 'Android' },
  { value: 'ios', label: 'iOS' },
  { value: 'ipad', label: 'iPad' },
  { value: 'web', label: 'PC' },
] as const
const friendships = [
  { value: 'friend', label: 'Friend' },
  { value: 'none', label: 'Not yet' },
  { value: 'blocked', label: 'Blocked' },
] as const
const answers = [
  { value: 'ask', label: 'Ask me', title: 'The consent page waits for you' },
  { value: 'allow', label: 'Allow' },
  { value: 'deny', label: 'Deny' },
] as const
const networks = [
  { value: 'online', label: 'Online', title: 'Every request is answered' },
  { value: 'slow', label: 'Slow', title: 'Every answer comes late' },
  { value: 'lie-fi', label: 'Lie-fi', title: 'Connected, but nothing is ever answered' },
  { value: 'flaky', label: 'Flaky', title: 'Answers get lost after the work was done' },
  { value: 'offline', label: 'Offline', title: 'No connection at all' },
] as const
const appearances = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const workers = [
  { value: 'none', label: 'None', title: 'Pages see no service workers, as in the LIFF browser' },
  { value: 'there', label: 'Service worker' },
] as const
const lineVersions = ['14.11.0', '15.6.0', '13.20.0', '12.0.0', '11.6.0', '10.15.0', '9.19.0', '9.4.0']
const languages = ['th-TH', 'en-US', 'ja-JP', 'zh-TW', 'id-ID']

/** One knob for each part of the emulated LINE that people turn by hand; a turn is a PATCH of the state. */
export function Knobs({ scenario, onPatch }: KnobsProps) {
  const { environment, users, user, network, consent } = scenario
  const friendship = scenario.friendships[user] ?? 'none'
  return (
    <div className={styles.knobs}>
      <Knob label="Network" wide>
        <Segmented
          label="Network"
          options={networks}
          value={network.kind}
          onChange={kind => onPatch({ network: { kind } })}
        />
      </Knob>
      <Knob label="Opened in">
        <Segmented
          label="Opened in"
          options={environments}
          value={environment.kind}
          onChange={kind => onPatch({ environment: { kind } })}
        />
      </Knob>
      <Knob label="System">
        <Segmented
          label="System"
          options={systems}
          value={environment.os}
          onChange={os => onPatch({ environment: { os } })}
        />
      </Knob>
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
            { value: 'granted', label: 'Given', title: 'The user has agreed to what the app asks for' },
            { value: 'none', label: 'Not yet', title: 'The consent page comes first' },
          ]}
          value={agreed(scenario)}
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
      <TokenKnobs tokens={scenario.tokens} onPatch={onPatch} />
      <Knob label="LINE version">
        <Choice
          label="LINE version"
          values={lineVersions}
          value={environment.lineVersion}
          onChange={lineVersion => onPatch({ environment: { lineVersion } })}
        />
      </Knob>
      <Knob label="Language">
        <Choice
          label="Language"
          values={languages}
          value={environment.language}
          onChange={language => onPatch({ environment: { language } })}
        />
      </Knob>
      <Knob label="Appearance">
        <Segmented
          label="Appearance"
          options={appearances}
          value={environment.colorScheme}
          onChange={colorScheme => onPatch({ environment: { colorScheme } })}
        />
      </Knob>
      <Knob label="Worker">
        <Segmented
          label="Service worker"
          options={workers}
          value={environment.serviceWorker ? 'there' : 'none'}
          onChange={is => onPatch({ environment: { serviceWorker: is === 'there' } })}
        />
      </Knob>
    </div>
  )
}

function agreed({ consent, user, apps }: Scenario): 'granted' | 'none' {
  const liffId = apps[0]?.liffId
  const grant = liffId === undefined ? undefined : consent.grants[user]?.[liffId]
  if (grant) return grant.length > 0 ? 'granted' : 'none'
  return consent.initially
}
