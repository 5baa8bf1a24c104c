import { useState } from 'react'
import { channelIdOf } from '../../scenario/channel.ts'
import type { Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { ChoiceKnob, TextKnob } from './knob.tsx'
import { FieldKnobs, fieldLabel, type KnobsProps } from './knobs.tsx'
import { choicesOf } from './token-knobs.tsx'

const LIFETIMES = [2_592_000, 3600, 60, 10] as const

export function webLoginText(scenario: Scenario, { lang }: PanelTexts): string {
  return fieldLabel('webLogin', scenario, lang)
}

export function WebLoginKnobs({ scenario, onPatch }: KnobsProps) {
  const { controls, webhooks } = useTexts()
  const { apps, tokens } = scenario
  const channels = [...new Set(apps.map(({ liffId }) => channelIdOf(liffId)))]
  const [chosen, setChosen] = useState('')
  const channel = channels.find(id => id === chosen) ?? channels[0] ?? ''
  const isOfChannel = ({ liffId }: { readonly liffId: string }) => channelIdOf(liffId) === channel
  const app = apps.find(isOfChannel)
  /** All apps of the channel share these settings. */
  const patchChannel = (change: Partial<Pick<Scenario['apps'][number], 'channelSecret' | 'callbackUrls'>>) =>
    onPatch({ apps: apps.map(each => (isOfChannel(each) ? { ...each, ...change } : each)) })
  return (
    <>
      <FieldKnobs group="webLogin" scenario={scenario} onPatch={onPatch} />
      {channels.length > 1 && (
        <ChoiceKnob
          setting="loginChannel"
          choices={channels.map(value => ({ value, label: value }))}
          value={channel}
          onChange={setChosen}
        />
      )}
      <TextKnob
        setting="channelSecret"
        value={app?.channelSecret ?? ''}
        placeholder={controls.anySecret}
        title={controls.channelSecretTitle}
        onChange={text => patchChannel({ channelSecret: text.trim() || null })}
      />
      <TextKnob
        setting="callbackUrls"
        value={app?.callbackUrls?.join(' ') ?? ''}
        placeholder={app?.callbackUrls ? webhooks.noUrl : controls.anyUrl}
        title={controls.callbackUrlsTitle}
        onChange={text => {
          const urls = text.split(/\s+/).filter(url => url !== '')
          patchChannel({ callbackUrls: urls.length > 0 ? urls : null })
        }}
      />
      <ChoiceKnob
        setting="webTokenLifetime"
        choices={choicesOf(LIFETIMES, controls.webLifetimes)}
        value={String(tokens.webAccessTokenLifetime)}
        otherLabel={controls.seconds(tokens.webAccessTokenLifetime)}
        onChange={lifetime => onPatch({ tokens: { webAccessTokenLifetime: Number(lifetime) } })}
      />
    </>
  )
}
