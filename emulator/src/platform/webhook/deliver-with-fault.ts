import { setTimeout as delay } from 'node:timers/promises'
import { WEBHOOK_HOST } from '../../scenario/fault-schema.ts'
import type { Line } from '../../world/line.ts'
import { interferenceFor } from '../faults.ts'
import { type Delivery, deliver } from './deliver.ts'

const LOST: Delivery = { statusCode: 0, reason: 'REQUEST_TIMEOUT', detail: 'lost by a fault' }

/** Sends a webhook as the scenario's faults for the host `webhook` say, and resolves with the outcome that LINE sees. */
export async function deliverWithFault(
  line: Line,
  url: string,
  webhook: object,
  channelSecret: string,
): Promise<Delivery> {
  const target = new URL(`https://${WEBHOOK_HOST}${new URL(url).pathname}`)
  const { fault, latencyMs, hang, drop } = interferenceFor(line.world(), 'server', 'POST', target)
  if (fault === null) return deliver(url, webhook, channelSecret)
  if (fault.id !== undefined) line.dispatch({ type: 'fault-struck', id: fault.id })
  if (latencyMs > 0) await delay(latencyMs)
  if (hang || drop === 'before') return LOST
  if (fault.status !== undefined && (fault.status < 200 || fault.status > 299))
    return { statusCode: fault.status, reason: 'ERROR_STATUS_CODE', detail: String(fault.status) }
  const secret = fault.webhook === 'wrongSignature' ? `not-${channelSecret}` : channelSecret
  const delivery = await deliver(url, webhook, secret)
  if (fault.webhook === 'duplicate') await deliver(url, webhook, secret)
  return drop === 'after' ? LOST : delivery
}
