import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { ToolTexts } from '../texts/en/tools.ts'
import type { WebhookTexts } from '../texts/en/webhooks.ts'
import { Button } from '../ui/button.tsx'
import styles from './faults.module.css'

/** The host that stands for webhooks in faults. */
const WEBHOOK_HOST = 'webhook'

export const isOfWebhook = ({ host, pattern = '' }: Fault): boolean =>
  host === WEBHOOK_HOST || pattern.replace(/^\^/, '').startsWith(`${WEBHOOK_HOST}/`)

type FaultListProps = {
  readonly faults: readonly Fault[]
  readonly onRemove: (id: string) => void
}

export function FaultList({ faults, onRemove }: FaultListProps) {
  const { tools, webhooks } = useTexts()
  if (faults.length === 0) return null
  return (
    <ul className={styles.list} aria-label={tools.activeFaults}>
      {faults.map(fault => {
        const target = isOfWebhook(fault) ? webhookText(fault, webhooks) : requestText(fault, tools)
        return (
          <li key={fault.id}>
            <code title={JSON.stringify(fault)}>{target}</code>
            <b>{effectText(fault, tools, webhooks)}</b>
            <Button
              look="quiet"
              icon="close"
              aria-label={tools.removeFault(target)}
              onClick={() => fault.id !== undefined && onRemove(fault.id)}
            />
          </li>
        )
      })}
    </ul>
  )
}

function webhookText({ event, pattern, path = '' }: Fault, { everyEvent }: WebhookTexts): string {
  return pattern ?? [event ?? everyEvent, path].filter(Boolean).join(' ')
}

function requestText({ pattern, method, host = '', path = '' }: Fault, tools: ToolTexts): string {
  return `${method === undefined ? '' : `${method} `}${pattern ?? (`${host}${path}` || tools.allRequests)}`
}

/** Returns a short description, such as `503 ×2`. */
function effectText(fault: Fault, tools: ToolTexts, { faults }: WebhookTexts): string {
  const { status, latencyMs, hang, drop, webhook, times } = fault
  const [lost, noReply] = isOfWebhook(fault)
    ? [faults.lost.label, faults.late.label]
    : [tools.lost, tools.noReply]
  const parts = [
    latencyMs === undefined ? '' : `${latencyMs} ms`,
    hang ? tools.hangs : '',
    drop === undefined ? '' : drop === 'before' ? lost : noReply,
    webhook === undefined ? '' : faults[webhook === 'duplicate' ? 'twice' : webhook].label,
    status === undefined ? '' : String(status),
    times === undefined ? '' : `×${times}`,
  ]
  return parts.filter(part => part !== '').join(' ')
}
