import { expect, test } from 'vitest'
import { LOG_DELAY_MS, LOG_ORPHAN_AGE_MS } from '#src/outbox/limits.ts'
import { step } from '#src/outbox/machine.ts'
import { initialState } from '#src/outbox/state.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock } = world

const isBatch = (request: Request) => request.url.endsWith('/api/log/batch')

test('a hidden page sends its logs once in a keepalive request and keeps them queued', async () => {
  const parting: boolean[] = []
  world.breakBy(request => {
    if (isBatch(request)) parting.push(request.keepalive)
    return isBatch(request) && request.keepalive ? 'drop-reply' : 'ok'
  })
  const page = phone.open()
  await clock.advance(0)
  await page.outbox.log(world.view('/receipt'))
  // Phones fire both visibilitychange and pagehide.
  page.show(false)
  page.show(false)
  await clock.advance(0)
  expect(parting).toEqual([true])
  expect(await world.views()).toEqual(['/receipt'])
  expect(await phone.disk.keys('q/log/')).toHaveLength(1)
  page.show(true)
  await clock.advance(5000)
  expect(await phone.disk.keys('q/log/')).toEqual([])
  expect(await world.views()).toEqual(['/receipt'])
})

test('without batches, a hidden page sends no event in its own call, because it would count twice', async () => {
  const hidden: string[] = []
  world.breakBy(request => {
    if (request.keepalive) hidden.push(new URL(request.url).pathname)
    return isBatch(request) || request.url.endsWith('/api/answer/question') ? 'no-such-call' : 'ok'
  })
  const page = phone.open()
  await clock.advance(0)
  await page.outbox.log(world.view('/a'))
  await clock.advance(5000)
  expect(await world.views()).toEqual(['/a'])
  await page.outbox.log(world.view('/b'))
  page.show(false)
  await clock.advance(0)
  expect(hidden).toEqual(['/api/log/batch'])
  expect(await world.views()).toEqual(['/a'])
  page.show(true)
  await clock.advance(5000)
  expect(await world.views()).toEqual(['/a', '/b'])
})

async function leave(path: string, visit: string) {
  const page = world.phone.open(visit)
  await world.clock.advance(0)
  await page.outbox.log(world.view(path))
  page.close()
}

test('after a reload, the page sends the events of the page before it, without an event of its own', async () => {
  await leave('/first', 'visit')
  await leave('/second', 'visit')
  world.phone.open('visit')
  await world.clock.advance(LOG_DELAY_MS)
  expect(await world.views()).toEqual(['/first', '/second'])
  expect(await world.phone.disk.keys('q/log/')).toEqual([])
})

test('an open page sends the events of a closed page after a minute, and its own without that wait', async () => {
  await leave('/left', 'closed')
  const page = world.phone.open('next')
  await world.clock.advance(20_000)
  expect(await world.views()).toEqual([])
  await page.outbox.log(world.view('/own'))
  await world.clock.advance(LOG_DELAY_MS)
  expect(await world.views()).toEqual(['/own'])
  await world.clock.advance(LOG_ORPHAN_AGE_MS)
  expect(await world.views()).toEqual(['/left', '/own'])
  expect(await world.phone.disk.keys('q/log/')).toEqual([])
})

test('only a request to the server counts as its answer, not a look for events that another page may still send', () => {
  const state = { ...initialState, owner: world.a.customerId, loaded: 'yes', failures: 3 } as const
  const env = { now: 1, serverNow: 1, visible: true, session: 1, tab: 'tab', random: 0 }
  const after = (asked: boolean) =>
    step(state, { type: 'logs-sent', asked, failure: null, next: null, session: 1 }, env).state.failures
  expect([after(true), after(false)]).toEqual([0, 3])
})

test('log events are a lane: a tap does not end the pause that the server has named, and the transitions show them', async () => {
  let batches = 0
  world.breakBy(request => {
    if (isBatch(request)) batches += 1
    return isBatch(request) && batches === 1 ? 'wait-a-minute' : 'ok'
  })
  const { outbox } = world.phone.open()
  await world.clock.advance(0)
  await outbox.log(world.view('/a'))
  await world.clock.advance(LOG_DELAY_MS)
  outbox.sendNow(true)
  await world.clock.advance(50_000)
  expect(batches).toBe(1)
  await world.clock.advance(20_000)
  expect(await world.views()).toEqual(['/a'])
  const moves = outbox.transitions().map(({ job, from, to }) => `${job} ${from} ${to}`)
  expect(moves).toEqual(Array(2).fill(['log none sending', 'log sending none']).flat())
  expect(outbox.transitions()[0]?.owner).toBe(world.a.customerId)
})

test('log events that are being sent do not bring back the button that sends nothing', async () => {
  world.breakBy(request => (isBatch(request) ? 'hang' : isReceiptPost(request) ? 'wait-a-minute' : 'ok'))
  const { outbox } = await world.openWith(0, world.receipt('A-1'))
  await outbox.log(world.view('/a'))
  await world.clock.advance(LOG_DELAY_MS + 1000)
  expect(outbox.transitions().at(-1)).toMatchObject({ job: 'log', to: 'sending' })
  expect(outbox.heldUntil()).toBeGreaterThan(world.clock.now())
})

test.each(['look-alike-401', 'look-alike-403', 'forbidden'] as const)(
  'if a gateway refuses only log events (%s), a receipt is sent at once, and nothing asks for a sign-in',
  async refusal => {
    world.breakBy(request => (isBatch(request) ? refusal : 'ok'))
    let renewals = 0
    world.phone.renewal = async () => {
      renewals += 1
      return null
    }
    const { outbox } = world.phone.open()
    await world.clock.advance(0)
    await outbox.log(world.view('/a'))
    await world.clock.advance(LOG_DELAY_MS)
    expect(outbox.transitions().at(-1)).toMatchObject({ job: 'log', from: 'sending', to: 'none' })
    const sent = outbox.enqueue(world.receipt('A-1'))
    await world.clock.advance(100)
    expect(await sent).toMatchObject({ state: 'received' })
    expect(await world.receipts()).toEqual(['A A-1'])
    expect(renewals).toBe(0)
    await world.online(30_000)
    expect(await world.views()).toEqual(['/a'])
  },
)
