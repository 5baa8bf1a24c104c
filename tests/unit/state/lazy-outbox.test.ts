// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { createLazyOutbox } from '#src/state/lazy-outbox.ts'
import { LOGS } from '#src/storage/keys.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'

afterEach(() => {
  vi.doUnmock('#src/outbox/outbox.ts')
  vi.resetModules()
})

test('a write waits for the outbox’s script, which is loaded again until it arrives', async () => {
  const world = await offlineWorld()
  const { createOutbox } = await import('#src/outbox/outbox.ts')
  let tries = 0
  vi.resetModules()
  vi.doMock('#src/outbox/outbox.ts', () => {
    tries += 1
    if (tries < 5) throw new Error('The network is down')
    return { createOutbox }
  })
  world.phone.signIn(world.a)
  const page = world.phone.base()
  const outbox = createLazyOutbox(page.ports, page.identity, 'visit')
  let changes = 0
  outbox.onChange(() => {
    changes += 1
  })
  expect(outbox.loaded()).toBe(false)
  expect(outbox.jobs()).toEqual([])
  for (let i = 0; i < 30 && tries < 5; i++) {
    await world.clock.advance(2000)
    // Loading a module takes real time.
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  expect(tries).toBe(5)
  const sent = outbox.enqueue(world.receipt('A-1'))
  await vi.waitFor(async () => {
    await world.clock.advance(1000)
    expect(await world.receipts()).toEqual(['A A-1'])
  })
  expect(await sent).toMatchObject({ state: 'received' })
  expect(outbox.loaded()).toBe(true)
  expect(changes).toBeGreaterThan(0)
  await world.server.close()
})

test('a log event that waits for the outbox’s script keeps its customer if another one signs in', async () => {
  const world = await offlineWorld()
  const { createOutbox } = await import('#src/outbox/outbox.ts')
  let tries = 0
  vi.resetModules()
  vi.doMock('#src/outbox/outbox.ts', () => {
    tries += 1
    if (tries < 8) throw new Error('The network is down')
    return { createOutbox }
  })
  world.phone.signIn(world.a)
  const page = world.phone.base()
  const outbox = createLazyOutbox(page.ports, page.identity, 'visit')
  const logged = outbox.log({
    kind: 'pageview',
    path: '/',
    eventId: crypto.randomUUID(),
    at: new Date().toISOString(),
  })
  world.phone.signIn(world.b)
  let done = false
  void logged.then(() => {
    done = true
  })
  for (let i = 0; i < 60 && !done; i++) {
    await world.clock.advance(2000)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  expect(tries).toBe(8)
  await logged
  expect(await page.ports.kv.entries(LOGS)).toMatchObject([
    [expect.any(String), { owner: world.a.customerId }],
  ])
  await world.server.close()
})
