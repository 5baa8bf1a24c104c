import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { middleware, type webhook } from '@line/bot-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#tests/kit/listen.ts'
import { withBot } from './bot-kit.ts'

const SECRET = '5ec2e75ec2e75ec2e75ec2e75ec2e75e'

/** Starts a bot's server with LINE's own middleware, which checks signatures. Returns the texts and times it got. */
async function botServer() {
  const received: { readonly text: string; readonly timestamp: number }[] = []
  const check = middleware({ channelSecret: SECRET })
  const server = createServer((request: IncomingMessage, outgoing: ServerResponse) => {
    const incoming = Object.assign(request, { body: undefined as unknown })
    void check(incoming, outgoing, (error?: unknown) => {
      const { events } = error === undefined ? (incoming.body as webhook.CallbackRequest) : { events: [] }
      for (const event of events)
        if (event.type === 'message' && event.message.type === 'text')
          received.push({ text: event.message.text, timestamp: event.timestamp })
      outgoing.writeHead(error === undefined ? 200 : 401).end()
    })
  })
  const { port } = await listen(server)
  const texts = () => received.map(({ text }) => text)
  return { received, texts, url: `http://localhost:${port}/webhook` }
}

/** Creates an emulated LINE that sends webhooks to a bot's server, and a function that sends messages as the user. */
async function withFault(fault: object) {
  const bot = await botServer()
  const { emulator, clock } = await withBot({ scenario: 'friend', messaging: { webhook: bot.url } })
  onTestFinished(() => emulator.close())
  expect(emulator.control.addFault({ host: 'webhook', webhook: 'wrongOrder', ...fault })).toMatchObject({
    ok: true,
  })
  const say = (...texts: readonly string[]) => {
    for (const text of texts) {
      emulator.control.chat({ text })
      clock.now += 1_000
    }
    return emulator.webhooksSettled()
  }
  return { ...bot, emulator, say }
}

test('a bot with LINE’s SDK gets the second webhook before the first, with the signatures and times of both', async () => {
  const { emulator, say, received, texts } = await withFault({ times: 1 })
  await say('1', '2', '3')
  expect(texts()).toEqual(['2', '1', '3'])
  const [second, first] = received
  expect((second?.timestamp ?? 0) - (first?.timestamp ?? 0)).toBe(1_000)
  expect(emulator.requests().map(({ status }) => status)).toEqual([200, 200, 200])
  expect(emulator.scenario().faults).toEqual([])
})

test('without a number of times, each webhook overtakes the one before it', async () => {
  const { say, texts } = await withFault({})
  await say('1', '2', '3', '4')
  expect(texts()).toEqual(['2', '1', '4', '3'])
})

test('a webhook that no other one follows is delivered after its longest wait', async () => {
  const { say, texts, emulator } = await withFault({ latencyMs: 5 })
  await say('alone')
  expect(texts()).toEqual(['alone'])
  await say('later')
  expect(texts()).toEqual(['alone', 'later'])
  await emulator.webhooksSettled()
})

test('the other faults of webhooks still apply to the webhook that overtakes', async () => {
  const { say, texts, emulator } = await withFault({ times: 1 })
  emulator.control.addFault({ host: 'webhook', webhook: 'duplicate', times: 1 })
  await say('1', '2')
  expect(texts()).toEqual(['2', '2', '1'])
})

test('the REST control takes the fault, and a scenario can contain it', async () => {
  const { emulator } = await withBot()
  onTestFinished(() => emulator.close())
  const fault = { host: 'webhook', webhook: 'wrongOrder', times: 2 }
  const added = await emulator.emulatorFetch(
    new Request('http://localhost:4000/__emulator/api/faults', {
      method: 'POST',
      headers: { origin: 'http://localhost:4000', 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    }),
  )
  expect([added?.status, await added?.json()]).toEqual([201, expect.objectContaining(fault)])
  expect(emulator.control.patch({ faults: [fault] })).toMatchObject({ ok: true })
  expect(emulator.scenario().faults).toMatchObject([fault])
})
