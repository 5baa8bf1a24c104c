import { REQUESTED_EVENT_TYPES } from '../../webhook-event-types.ts'
import type { WebhookEventCommand } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import { Button } from '../ui/button.tsx'
import styles from './webhooks.module.css'

const BEACON = { hwid: 'd41d8cd98f', type: 'enter' } as const

type WebhookEventsProps = { readonly onSend: (event: WebhookEventCommand) => void }

export function WebhookEvents({ onSend }: WebhookEventsProps) {
  const { webhooks } = useTexts()
  return (
    <div className={styles.events} data-setting="webhookEvent">
      {optionsOf(REQUESTED_EVENT_TYPES, webhooks.requested).map(({ value: type, label, title }) => (
        <Button
          key={type}
          {...(title === undefined ? {} : { title })}
          onClick={() => onSend(type === 'beacon' ? { type, beacon: BEACON } : { type })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
