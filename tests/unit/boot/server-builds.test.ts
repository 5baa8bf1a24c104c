import { expect, test } from 'vitest'
import { serverBuilds } from '#src/boot/updates/new-build.ts'
import { virtualClock } from '#tests/kit/clock.ts'

/** Creates a page of build `old`, whose server can be down or serve another build. */
function pageOf(cached: boolean) {
  const clock = virtualClock(Date.UTC(2026, 10, 1))
  const server = { up: true, build: 'old', asked: 0 }
  const values = new Map<string, string>()
  let show = () => {}
  const noticed: string[] = []
  const source = serverBuilds({
    clock,
    visibility: {
      visible: () => true,
      onVisible: (run: () => void) => {
        show = run
        return () => {}
      },
    } as unknown as Parameters<typeof serverBuilds>[0]['visibility'],
    local: {
      tab: {
        get: (key: string) => values.get(key) ?? null,
        set: (key: string, value: string) => void values.set(key, value),
      },
      survivesReload: () => true,
    } as unknown as Parameters<typeof serverBuilds>[0]['local'],
    reload: () => noticed.push('reload'),
    async fetch() {
      server.asked += 1
      if (!server.up) throw new TypeError('Failed to fetch')
      return Response.json({ build: server.build })
    },
    build: 'old',
    cached,
  })
  source.onWaiting(() => noticed.push('newer'))
  const pass = async (ms: number) => {
    await clock.advance(ms)
    // Reading a response takes real time.
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  return { clock, pass, server, source, noticed, show: () => show() }
}

test('a page whose document came from the cache notices a newer build in that visit', async () => {
  const { pass, server, noticed } = pageOf(true)
  server.build = 'new'
  await pass(1)
  expect(noticed).toEqual(['newer'])
})

test('a page whose document came from the server does not ask before 15 minutes', async () => {
  const { pass, server, noticed, show } = pageOf(false)
  server.build = 'new'
  await pass(14 * 60_000)
  show()
  await pass(1)
  expect(server.asked).toBe(0)
  await pass(2 * 60_000)
  show()
  await pass(1)
  expect(noticed).toEqual(['newer'])
})

test('a page asks again after the clock was set back', async () => {
  const { clock, pass, server, noticed, show } = pageOf(false)
  server.build = 'new'
  clock.jump(-15 * 60_000)
  show()
  await pass(1)
  expect(noticed).toEqual(['newer'])
})

test('a check that failed is repeated when the page becomes visible again', async () => {
  const { pass, server, noticed, show } = pageOf(true)
  Object.assign(server, { up: false, build: 'new' })
  await pass(1)
  expect([server.asked, noticed]).toEqual([1, []])
  server.up = true
  show()
  await pass(1)
  expect(noticed).toEqual(['newer'])
})

test('a build for which this tab has reloaded is not tried again without the customer', async () => {
  const { pass, server, source, noticed } = pageOf(true)
  server.build = 'new'
  await pass(1)
  expect(source.untried()).toBe(true)
  source.take()
  expect(noticed).toEqual(['newer', 'reload'])
  expect(source.untried()).toBe(false)
})
