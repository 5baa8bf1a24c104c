import { useEffect, useRef, useState } from 'react'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../webhook-event-types.ts'
import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import { FaultForm, type FaultsProps, showForm } from './fault-form.tsx'
import styles from './faults.module.css'

const KINDS = ['lost', 'twice', 'held', 'late', 'wrongOrder', 'wrongSignature', 'refused'] as const
type Kind = (typeof KINDS)[number]

export function WebhookFaults({ faults, target, onAdd, onRemove }: FaultsProps) {
  const { controls, webhooks } = useTexts()
  const [event, setEvent] = useState<WebhookEventType | ''>('')
  const [kind, setKind] = useState<Kind>('lost')
  const [amounts, setAmounts] = useState({ held: '3000', refused: '500' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (target === undefined || !('event' in target)) return
    setEvent(target.event)
    showForm(form.current)
  }, [target])
  const requests = { host: 'webhook', ...(event === '' ? {} : { event }) }
  const isHeld = kind === 'held'
  const amount =
    kind === 'refused' || isHeld
      ? {
          ...(isHeld ? { min: 0, max: 600_000, unit: 'ms' as const } : { min: 300, max: 599 }),
          label: webhooks.faults[kind].title,
          value: amounts[kind],
          onChange: (value: string) => setAmounts({ ...amounts, [kind]: value }),
        }
      : undefined
  return (
    <FaultForm
      form={form}
      setting="webhookFault"
      amount={amount}
      faults={faults}
      onRemove={onRemove}
      onAdd={times => void onAdd({ ...requests, ...effectOf(kind, amounts), ...times })}
    >
      <div className={styles.where}>
        <select
          aria-label={webhooks.event}
          value={event}
          onChange={({ target: { value } }) => setEvent(value as WebhookEventType | '')}
        >
          <option value="">{webhooks.everyEvent}</option>
          {WEBHOOK_EVENT_TYPES.map(type => (
            <option key={type}>{type}</option>
          ))}
        </select>
        <select
          aria-label={controls.settings.webhookFault.name}
          title={webhooks.faults[kind].title}
          value={kind}
          onChange={({ target: { value } }) => setKind(value as Kind)}
        >
          {optionsOf(KINDS, webhooks.faults).map(({ value, label, title }) => (
            <option key={value} value={value} title={title}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </FaultForm>
  )
}

function effectOf(kind: Kind, { held, refused }: { held: string; refused: string }): Fault {
  switch (kind) {
    case 'lost':
      return { drop: 'before' }
    case 'late':
      return { drop: 'after' }
    case 'held':
      return { latencyMs: Number(held) }
    case 'refused':
      return { status: Number(refused) }
    case 'twice':
      return { webhook: 'duplicate' }
    default:
      return { webhook: kind }
  }
}
