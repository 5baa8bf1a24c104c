import { useId } from 'react'
import type { SentWebhook, WebhookTest } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { exactTime } from '../state/now.ts'
import type { WebhookTexts } from '../texts/en/webhooks.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Json } from '../ui/json.tsx'
import cards from './cards.module.css'
import styles from './webhooks.module.css'

const COLORS: Readonly<Record<SentWebhook['status'], BadgeColor>> = {
  pending: 'info',
  delivered: 'accent',
  failed: 'danger',
}

type WebhookListProps = {
  /** Sorted from oldest to newest. */
  readonly sent: readonly SentWebhook[]
  readonly onResend: (id: string) => void
}

export function WebhookList({ sent, onResend }: WebhookListProps) {
  const { webhooks: texts } = useTexts()
  if (sent.length === 0) return <p className={cards.empty}>{texts.none}</p>
  return (
    <ul className={`${cards.cards} ${styles.list}`} aria-label={texts.list}>
      {sent.toReversed().map(webhook => (
        <WebhookRow key={webhook.id} webhook={webhook} onResend={() => onResend(webhook.id)} />
      ))}
    </ul>
  )
}

function WebhookRow({ webhook, onResend }: { webhook: SentWebhook; onResend: () => void }) {
  const { webhooks: texts } = useTexts()
  const id = useId()
  const { status, events, attempts, url } = webhook
  const [first] = attempts
  const last = attempts.at(-1)
  const repeated = attempts.filter(({ isRedelivery }) => isRedelivery).length
  return (
    <li>
      <div className={`${cards.head} ${styles.head}`}>
        <Badge color={COLORS[status]}>{texts.states[status]}</Badge>
        <b id={id}>{events.map(({ type }) => type).join(', ')}</b>
        {first !== undefined && (
          <time dateTime={new Date(first.at).toISOString()}>{exactTime(first.at)}</time>
        )}
      </div>
      {last !== undefined && (
        <p className={styles.attempt} data-failed={status === 'failed' || undefined}>
          {last.reason === 'OK' ? texts.answered(last.statusCode) : reasonText(last, texts)}
          {repeated > 0 && ` · ${texts.redelivered(repeated)}`}
        </p>
      )}
      <details className={styles.body}>
        <summary>{texts.body}</summary>
        <Json value={{ url, events, attempts }} />
      </details>
      <Button title={texts.resendTitle} aria-describedby={id} onClick={onResend}>
        {texts.resend}
      </Button>
    </li>
  )
}

/** Returns why a webhook was not delivered: LINE's reason, plus the status or error. */
export function reasonText(
  { reason, detail }: Pick<WebhookTest, 'reason' | 'detail'>,
  { reasons }: WebhookTexts,
): string {
  const known = (reasons as Readonly<Record<string, string | undefined>>)[reason] ?? reason
  return detail === '' ? known : `${known}: ${detail}`
}
