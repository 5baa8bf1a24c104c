import type { Patch, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { Segmented } from '../ui/segmented.tsx'
import { isOfWebhook } from './fault-list.tsx'
import { ChoiceKnob, OptionsKnob } from './knob.tsx'

export type KnobsProps = {
  readonly scenario: Scenario
  readonly onPatch: (patch: Patch) => void
}

const ENVIRONMENTS = ['liff', 'line-browser', 'external'] as const
const SYSTEMS = ['android', 'ios', 'ipad', 'web'] as const
const NETWORKS = ['online', 'slow', 'lie-fi', 'flaky', 'offline'] as const
const APPEARANCES = ['system', 'light', 'dark'] as const
const LOGIN_BROWSERS = ['same', 'other'] as const
const LOGIN_REFERRERS = ['access.line.me', 'android-app', 'none'] as const
const WORKERS = ['none', 'available'] as const
const COOKIES = ['kept', 'lost'] as const
const POPUPS = ['open', 'blocked'] as const
const LINE_VERSIONS = [
  '14.11.0',
  '26.7.0',
  '15.20.0',
  '15.6.0',
  '13.20.0',
  '12.0.0',
  '11.6.0',
  '10.15.0',
  '9.19.0',
  '9.4.0',
]
const LANGUAGES = ['th-TH', 'en-US', 'ja-JP', 'zh-TW', 'id-ID']

const asChoices = (values: readonly string[]) => values.map(value => ({ value, label: value }))

/** Returns a short description, such as `LIFF · Android · 14.11.0`. */
export function placeText({ environment: { kind, os, lineVersion } }: Scenario, texts: PanelTexts): string {
  const version = kind === 'external' ? [] : [lineVersion]
  const { openedIn, os: systems } = texts.controls
  return [openedIn[kind].label, systems[os].label, ...version].join(' · ')
}

/** Returns a short description, such as `Online · 2 broken`. */
export function networkText({ network, faults }: Scenario, { controls }: PanelTexts): string {
  const count = faults.filter(fault => !isOfWebhook(fault)).length
  const broken = count > 0 ? [controls.broken(count)] : []
  return [controls.network[network.kind].label, ...broken].join(' · ')
}

export function PlaceKnobs({ scenario: { environment }, onPatch }: KnobsProps) {
  const { controls } = useTexts()
  return (
    <>
      <OptionsKnob
        setting="openedIn"
        values={ENVIRONMENTS}
        texts={controls.openedIn}
        value={environment.kind}
        onChange={kind => onPatch({ environment: { kind } })}
      />
      <OptionsKnob
        setting="os"
        values={SYSTEMS}
        texts={controls.os}
        value={environment.os}
        onChange={os => onPatch({ environment: { os } })}
      />
      <ChoiceKnob
        setting="lineVersion"
        choices={asChoices(LINE_VERSIONS)}
        value={environment.lineVersion}
        onChange={lineVersion => onPatch({ environment: { lineVersion } })}
      />
      <ChoiceKnob
        setting="language"
        choices={asChoices(LANGUAGES)}
        value={environment.language}
        onChange={language => onPatch({ environment: { language } })}
      />
      <OptionsKnob
        setting="appearance"
        values={APPEARANCES}
        texts={controls.appearance}
        value={environment.colorScheme}
        onChange={colorScheme => onPatch({ environment: { colorScheme } })}
      />
      {environment.kind === 'external' && (
        <>
          <OptionsKnob
            setting="loginReferrer"
            values={LOGIN_REFERRERS}
            texts={controls.loginReferrer}
            value={environment.loginReferrer}
            onChange={loginReferrer => onPatch({ environment: { loginReferrer } })}
          />
          <OptionsKnob
            setting="loginBrowser"
            values={LOGIN_BROWSERS}
            texts={controls.loginBrowser}
            value={environment.loginBrowser}
            onChange={loginBrowser => onPatch({ environment: { loginBrowser } })}
          />
        </>
      )}
      <OptionsKnob
        setting="serviceWorker"
        values={WORKERS}
        texts={controls.serviceWorker}
        value={environment.serviceWorker ? 'available' : 'none'}
        onChange={worker => onPatch({ environment: { serviceWorker: worker === 'available' } })}
      />
      <OptionsKnob
        setting="cookies"
        values={COOKIES}
        texts={controls.cookies}
        value={environment.cookies}
        onChange={cookies => onPatch({ environment: { cookies } })}
      />
      <OptionsKnob
        setting="popups"
        values={POPUPS}
        texts={controls.popups}
        value={environment.popups}
        onChange={value => onPatch({ environment: { popups: value } })}
      />
    </>
  )
}

/** The five options need a row of their own. */
export function NetworkKnob({ scenario: { network }, onPatch }: KnobsProps) {
  const { controls } = useTexts()
  return (
    <Segmented
      label={controls.settings.network.name}
      setting="network"
      options={optionsOf(NETWORKS, controls.network)}
      value={network.kind}
      onChange={kind => onPatch({ network: { kind } })}
    />
  )
}
