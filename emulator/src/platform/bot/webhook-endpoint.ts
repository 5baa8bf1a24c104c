import { fieldsOf } from '../../fields.ts'
import { isLoopback } from '../../loopback.ts'
import type { Scenario } from '../../scenario/schema.ts'
import type { WebhookTest } from '../../world/webhook.ts'
import { botUserId } from '../account.ts'
import { deliver } from '../webhook/deliver.ts'
import { endpointOf } from '../webhook/endpoint.ts'
import { type BotAnswer, type BotCall, invalidField, type Operation, refusal } from './operation.ts'

/** Unlike LINE, the emulator allows HTTP for URLs on this machine. */
export function isWebhookUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 500 || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const INVALID = invalidField('Invalid webhook endpoint URL', 'endpoint')

export async function testWebhook(scenario: Scenario, endpoint: string, now: number): Promise<WebhookTest> {
  const webhook = { destination: botUserId(scenario), events: [] }
  const { statusCode, reason, detail } = await deliver(endpoint, webhook, scenario.messaging.channelSecret)
  return { success: reason === 'OK', timestamp: new Date(now).toISOString(), statusCode, reason, detail }
}

function get({ world }: BotCall): BotAnswer {
  const endpoint = endpointOf(world)
  return endpoint === null
    ? refusal(404, 'Webhook endpoint is not set')
    : { status: 200, body: { endpoint, active: world.scenario.messaging.webhookActive } }
}

function set({ body }: BotCall): BotAnswer {
  const { endpoint } = fieldsOf(body)
  return isWebhookUrl(endpoint) ? { status: 200, change: { webhookEndpoint: endpoint } } : INVALID
}

async function test({ world, scenario, body, now }: BotCall): Promise<BotAnswer> {
  const { endpoint = endpointOf(world) } = fieldsOf(body)
  if (endpoint === null) return refusal(404, 'Webhook endpoint is not set')
  if (!isWebhookUrl(endpoint)) return INVALID
  return { status: 200, body: await testWebhook(scenario, endpoint, now) }
}

const path = '/v2/bot/channel/webhook'

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: `${path}/endpoint`, handle: get },
  { method: 'PUT', path: `${path}/endpoint`, takesJson: true, handle: set },
  { method: 'POST', path: `${path}/test`, takesJson: true, handle: test },
]
