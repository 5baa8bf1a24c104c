import { useEffect, useState } from 'react'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../webhook-event-types.ts'
import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { WebhookTexts } from '../texts/en/webhooks.ts'
import { optionsOf } from '../texts/types.ts'
import { Select } from '../ui/select.tsx'
import { FaultForm, type FaultsProps } from './fault-form.tsx'
import styles from './faults.module.css'

const AMOUNTS = {
  held: { min: 0, max: 600_000, unit: 'ms', initial: 3000 },
  refused: { min: 300, max: 599, initial: 500 },
} as const

type Kind = keyof WebhookTexts['faults']

export function WebhookFaults({ target, ...props }: FaultsProps) {
  const { controls, webhooks } = useTexts()
  const [event, setEvent] = useState<WebhookEventType | ''>('')
  const [kind, setKind] = useState<Kind>('lost')
  const webhook = target !== undefined && 'event' in target ? target : undefined
  useEffect(() => {
    if (webhook !== undefined) setEvent(webhook.event)
  }, [webhook])
  const requests = { host: 'webhook', ...(event === '' ? {} : { event }) }
  return (
    <FaultForm
      {...props}
      setting="webhookFault"
      target={webhook}
      kind={kind}
      amounts={AMOUNTS}
      amountLabel={webhooks.faults[kind].title}
      faultOf={amount => ({ ...requests, ...effectOf(kind, amount) })}
    >
      <div className={styles.where}>
        <Select
          label={webhooks.event}
          options={[
            { value: '', label: webhooks.everyEvent },
            ...WEBHOOK_EVENT_TYPES.map(value => ({ value, label: value })),
          ]}
          value={event}
          onChange={setEvent}
        />
        <Select
          label={controls.settings.webhookFault.name}
          title={webhooks.faults[kind].title}
          options={optionsOf(webhooks.faults)}
          value={kind}
          onChange={setKind}
        />
      </div>
    </FaultForm>
  )
}

function effectOf(kind: Kind, amount: number): Fault {
  switch (kind) {
    case 'lost':
      return { drop: 'before' }
    case 'late':
      return { drop: 'after' }
    case 'held':
      return { latencyMs: amount }
    case 'refused':
      return { status: amount }
    case 'twice':
      return { webhook: 'duplicate' }
    default:
      return { webhook: kind }
  }
}
