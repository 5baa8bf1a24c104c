import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { ScenarioInput } from '#emulator/index.ts'
import { withBot } from './bot-kit.ts'

const SECRET = '5ec2e75ec2e75ec2e75ec2e75ec2e75e'

/** Starts a bot's server. `statuses` are its answers to the first webhooks; later ones get 200. */
export async function botServer(statuses: readonly number[] = []) {
  const left = [...statuses]
  // biome-ignore lint/suspicious/noExplicitAny: events have many shapes
  const webhooks: any[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    const signature = createHmac('sha256', SECRET).update(body).digest('base64')
    const signed = incoming.headers['x-line-signature'] === signature
    webhooks.push({ signed, url: incoming.url, ...JSON.parse(body) })
    outgoing.writeHead(left.shift() ?? 200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { webhooks, url: `http://localhost:${(server.address() as AddressInfo).port}/webhook` }
}

/** Creates an emulated LINE that sends webhooks to a bot's server. */
export async function withWebhooks(
  statuses: readonly number[] = [],
  more: ScenarioInput['messaging'] = {},
  scenario = 'friend',
) {
  const { webhooks, url } = await botServer(statuses)
  const line = await withBot({ scenario, messaging: { webhook: url, ...more } })
  onTestFinished(() => line.emulator.close())
  return { ...line, webhooks, url, events: () => webhooks.flatMap(webhook => webhook.events) }
}
