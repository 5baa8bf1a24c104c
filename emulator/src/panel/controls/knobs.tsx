import type { Patch, Scenario } from '../api/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Choice, Knob } from './knob.tsx'

export type KnobsProps = {
  readonly scenario: Scenario
  readonly onPatch: (patch: Patch) => void
}

const environments = [
  { value: 'liff', label: 'LIFF', title: 'The LIFF browser in LINE' },
  { value: 'line-browser', label: 'LINE', title: "LINE's in-app browser, without LIFF" },
  { value: 'external', label: 'Browser', title: "The phone's browser" },
] as const
const systems = [
  { value: 'android', label: 'Android' },
  { value: 'ios', label: 'iOS' },
  { value: 'ipad', label: 'iPad' },
  { value: 'web', label: 'PC' },
] as const
const networks = [
  { value: 'online', label: 'Online', title: 'Every request gets a response' },
  { value: 'slow', label: 'Slow', title: 'Every response arrives late' },
  { value: 'lie-fi', label: 'Lie-fi', title: 'Connected, but no response ever arrives' },
  { value: 'flaky', label: 'Flaky', title: 'LINE processes requests, but some responses are lost' },
  { value: 'offline', label: 'Offline', title: 'No connection' },
] as const
const appearances = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const loginReferrers = [
  { value: 'access.line.me', label: 'LINE page', title: 'document.referrer is https://access.line.me/' },
  { value: 'android-app', label: 'LINE app', title: 'document.referrer is android-app://…' },
  { value: 'none', label: 'New tab', title: 'LINE’s app opens a new tab without a referrer' },
] as const
const workers = [
  { value: 'none', label: 'None', title: 'Pages have no service workers, as in the LIFF browser' },
  { value: 'available', label: 'Available' },
] as const
const popups = [
  { value: 'open', label: 'Open' },
  { value: 'blocked', label: 'Block', title: 'The browser blocks windows that the app opens' },
] as const
const lineVersions = ['14.11.0', '15.6.0', '13.20.0', '12.0.0', '11.6.0', '10.15.0', '9.19.0', '9.4.0']
const languages = ['th-TH', 'en-US', 'ja-JP', 'zh-TW', 'id-ID']

const labelOf = <T extends string>(options: readonly { value: T; label: string }[], value: T) =>
  options.find(option => option.value === value)?.label ?? value

/** Returns where the app is opened in a few words: `LIFF · Android · 14.11.0`. */
export function placeText({ environment: { kind, os, lineVersion } }: Scenario): string {
  const version = kind === 'external' ? [] : [lineVersion]
  return [labelOf(environments, kind), labelOf(systems, os), ...version].join(' · ')
}

export const networkText = ({ network, faults }: Scenario): string =>
  [labelOf(networks, network.kind), ...(faults.length > 0 ? [`${faults.length} broken`] : [])].join(' · ')

/** Knobs for the browser and the phone in which the app is opened. */
export function PlaceKnobs({ scenario: { environment }, onPatch }: KnobsProps) {
  return (
    <>
      <Knob label="Opened in">
        <Segmented
          label="Opened in"
          options={environments}
          value={environment.kind}
          onChange={kind => onPatch({ environment: { kind } })}
        />
      </Knob>
      <Knob label="OS">
        <Segmented
          label="Operating system"
          options={systems}
          value={environment.os}
          onChange={os => onPatch({ environment: { os } })}
        />
      </Knob>
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
      {environment.kind === 'external' && (
        <Knob label="Login from">
          <Segmented
            label="How the browser returns from LINE Login"
            options={loginReferrers}
            value={environment.loginReferrer}
            onChange={loginReferrer => onPatch({ environment: { loginReferrer } })}
          />
        </Knob>
      )}
      <Knob label="Worker">
        <Segmented
          label="Service worker"
          options={workers}
          value={environment.serviceWorker ? 'available' : 'none'}
          onChange={worker => onPatch({ environment: { serviceWorker: worker === 'available' } })}
        />
      </Knob>
      <Knob label="Pop-ups">
        <Segmented
          label="Pop-ups"
          options={popups}
          value={environment.popups}
          onChange={value => onPatch({ environment: { popups: value } })}
        />
      </Knob>
    </>
  )
}

/** The knob for the phone's network. It has a row of its own, because it has five options. */
export function NetworkKnob({ scenario: { network }, onPatch }: KnobsProps) {
  return (
    <Segmented
      label="Network"
      options={networks}
      value={network.kind}
      onChange={kind => onPatch({ network: { kind } })}
    />
  )
}
