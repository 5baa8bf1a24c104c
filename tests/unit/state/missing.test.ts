import { expect, test } from 'vitest'
import { openModels } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'
import { specServer } from '#tests/kit/spec-server.ts'

const HISTORY = 'GET /api/receipt/customerHistory'

const world = eachTest(offlineWorld)

test('a call that the server does not have is requested once, and does not count as being offline', async () => {
  const calls: string[] = []
  const server = specServer(world.fetch)
  world.answerBy(async request => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`)
    return server(request)
  })
  const { campaign, receipts, answers, rewards, page } = openModels(world.phone)
  void campaign.load()
  await world.clock.advance(1000)
  const seen = new Set<string>()
  page.ports.connectivity.onChange(() => seen.add(page.ports.connectivity.state()))
  const loads = [receipts, answers.question, rewards.qr]
  for (const remote of loads) {
    void remote.load()
    await world.clock.advance(1000)
  }
  for (const remote of loads) void remote.load()
  await world.clock.advance(600_000)
  for (const resource of [receipts.history, answers.question.current, rewards.qr.current])
    expect(resource.value).toMatchObject({ state: 'failed', failure: { kind: 'missing' } })
  expect(calls.filter(call => call === HISTORY)).toHaveLength(1)
  expect(page.ports.connectivity.state()).toBe('reachable')
  expect([...seen]).toEqual([])
})

test('a captive portal that answers 404 is retried, and is not taken for a server without the call', async () => {
  let portal = true
  world.answerBy(async request => (portal ? new Response('<html>', { status: 404 }) : world.fetch(request)))
  const { receipts, page } = openModels(world.phone)
  void receipts.load()
  await world.clock.advance(5000)
  expect(receipts.history.value).toMatchObject({ state: 'failed', failure: { kind: 'portal' } })
  expect(receipts.offered.value).toBe(true)
  expect(page.ports.connectivity.state()).toBe('unknown')
  portal = false
  await world.clock.advance(70_000)
  expect(receipts.history.value.state).toBe('ready')
})

test('the phone’s next customer requests it again', async () => {
  world.breakBy(request => (request.url.includes('customerHistory') ? 'no-such-call' : 'ok'))
  const { receipts } = openModels(world.phone)
  void receipts.load()
  await world.clock.advance(1000)
  expect(receipts.offered.value).toBe(false)
  world.breakBy(() => 'ok')
  world.phone.signIn(world.b)
  await world.clock.advance(1000)
  expect(receipts.offered.value).toBe(true)
  expect(receipts.history.value.state).toBe('ready')
})
