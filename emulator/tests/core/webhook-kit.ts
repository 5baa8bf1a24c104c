import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { ScenarioInput } from '#emulator/index.ts'
import { listen } from '#tests/kit/listen.ts'
import { withBot } from './bot-kit.ts'

const SECRET = '5ec2e75ec2e75ec2e75ec2e75ec2e75e'

/** A bot's answer: a status, or 'none' if the bot does not answer until LINE gives up. */
export type BotReply = number | 'none'

export async function botServer(statuses: readonly BotReply[] = []) {
  const left = [...statuses]
  const bodies: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: events have many shapes
  const webhooks: any[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    const signature = createHmac('sha256', SECRET).update(body).digest('base64')
    const signed = incoming.headers['x-line-signature'] === signature
    bodies.push(body)
    webhooks.push({ signed, url: incoming.url, ...JSON.parse(body) })
    const status = left.shift() ?? 200
    if (status !== 'none') outgoing.writeHead(status).end()
  })
  const { port } = await listen(server)
  return { webhooks, bodies, url: `http://localhost:${port}/webhook` }
}

/** Creates an emulated LINE that sends webhooks to a bot's server. */
export async function withWebhooks(
  statuses: readonly BotReply[] = [],
  more: ScenarioInput['messaging'] = {},
  scenario = 'friend',
) {
  const { webhooks, bodies, url } = await botServer(statuses)
  const line = await withBot({ scenario, messaging: { webhook: url, ...more } })
  onTestFinished(() => line.emulator.close())
  return { ...line, webhooks, bodies, url, events: () => webhooks.flatMap(webhook => webhook.events) }
}
