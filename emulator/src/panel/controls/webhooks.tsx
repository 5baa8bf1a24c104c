import { useRef, useState } from 'react'
import { control, messageOf } from '../api/client.ts'
import type { Fault, VerifiedWebhook, WebhookView } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { Emulator } from '../state/use-emulator.ts'
import { useLoaded } from '../state/use-loaded.ts'
import type { WebhookTexts } from '../texts/en/webhooks.ts'
import { optionsOf } from '../texts/types.ts'
import { Button } from '../ui/button.tsx'
import { BotExam } from './exam.tsx'
import type { FaultTarget } from './fault-form.tsx'
import { OptionsKnob, TextKnob } from './knob.tsx'
import { KnobGroup } from './knob-group.tsx'
import { WebhookFaults } from './webhook-faults.tsx'
import { reasonText, WebhookList } from './webhook-list.tsx'
import styles from './webhooks.module.css'

const BEACON = { hwid: 'd41d8cd98f', type: 'enter' } as const
const NONE: WebhookView = { url: null, active: true, redelivery: false, sent: [] }

type WebhookGroupProps = {
  readonly emulator: Emulator
  readonly faults: readonly Fault[]
  readonly target: FaultTarget | undefined
}

export function WebhookGroup({ emulator, faults, target }: WebhookGroupProps) {
  const { controls, webhooks: texts } = useTexts()
  const view = useLoaded(control.webhooks, emulator.revision, NONE)
  const { url, active, redelivery, sent } = view
  const { setWebhook } = emulator
  const saving = useRef(Promise.resolve(true))
  const saveUrl = (text: string) => {
    saving.current = setWebhook({ url: text.trim() || null })
  }
  return (
    <KnobGroup group="webhooks" summary={webhookSummary(view, texts)}>
      <TextKnob
        setting="webhookUrl"
        value={url ?? ''}
        placeholder={texts.noUrl}
        title={texts.urlTitle}
        onChange={saveUrl}
      />
      <OptionsKnob
        setting="webhookActive"
        texts={texts.active}
        value={active ? 'on' : 'off'}
        onChange={value => void setWebhook({ active: value === 'on' })}
      />
      <OptionsKnob
        setting="webhookRedelivery"
        texts={texts.redelivery}
        value={redelivery ? 'on' : 'off'}
        onChange={value => void setWebhook({ redelivery: value === 'on' })}
      />
      <Verify url={url} saved={() => saving.current} />
      <BotExam canRun={url !== null} />
      <h3>{texts.list}</h3>
      <WebhookList sent={sent} onResend={id => void emulator.resendWebhook(id)} />
      <h3>{controls.settings.webhookEvent.name}</h3>
      <div className={styles.events} data-setting="webhookEvent">
        {optionsOf(texts.requested).map(({ value: type, label, title }) => (
          <Button
            key={type}
            title={title}
            onClick={() =>
              void emulator.sendWebhookEvent(type === 'beacon' ? { type, beacon: BEACON } : { type })
            }
          >
            {label}
          </Button>
        ))}
      </div>
      <h3>{controls.settings.webhookFault.name}</h3>
      <WebhookFaults
        faults={faults}
        target={target}
        onAdd={emulator.addFault}
        onRemove={emulator.removeFault}
      />
    </KnobGroup>
  )
}

/** Returns a short description, such as `localhost:3000 · 2 failed`. */
function webhookSummary({ url, active, sent }: WebhookView, texts: WebhookTexts): string {
  if (url === null) return texts.noUrl
  if (!active) return texts.active.off.label
  const failed = sent.filter(({ status }) => status === 'failed').length
  return [new URL(url).host, ...(failed === 0 ? [] : [texts.failedCount(failed)])].join(' · ')
}

type Outcome = VerifiedWebhook | { readonly url: string | null; readonly problem: string }

type VerifyProps = {
  readonly url: string | null
  /** Waits until the typed URL has been saved. Resolves to false if the emulated LINE rejects it. */
  readonly saved: () => Promise<boolean>
}

/**
 * Tests the URL, as LINE's console can. A click right after typing also blurs the field, which saves the URL. The
 * button must remain the same element, or the browser drops the click.
 */
function Verify({ url, saved }: VerifyProps) {
  const { chat, webhooks: texts } = useTexts()
  const [waiting, setWaiting] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const newestUrl = useRef(url)
  newestUrl.current = url
  const verify = async () => {
    setWaiting(true)
    setOutcome(undefined)
    if (await saved())
      setOutcome(
        await control.verifyWebhook().catch(error => ({
          url: newestUrl.current,
          problem: messageOf(error, chat.notResponding),
        })),
      )
    setWaiting(false)
  }
  const shown = outcome?.url === url ? outcome : undefined
  const failed = shown !== undefined && !('success' in shown && shown.success)
  return (
    <div className={styles.verify}>
      <Button title={texts.verifyTitle} disabled={url === null || waiting} onClick={() => void verify()}>
        {texts.verify}
      </Button>
      <output data-failed={failed || undefined}>
        {waiting && texts.verifying}
        {shown !== undefined && outcomeText(shown, texts)}
      </output>
    </div>
  )
}

function outcomeText(outcome: Outcome, texts: WebhookTexts): string {
  if ('problem' in outcome) return outcome.problem
  const { success, statusCode, reason, detail } = outcome
  return success ? texts.answered(statusCode) : reasonText({ reason, detail }, texts)
}
