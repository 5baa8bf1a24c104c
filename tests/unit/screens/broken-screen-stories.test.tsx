import { beforeEach, expect, test } from 'vitest'
import { memoryLocation } from 'wouter/memory-location'
import { MINUTE_MS } from '#contract/time.ts'
import { recordBuild } from '#server/phones/builds.ts'
import { startReports } from '#src/boot/phone-report.ts'
import { Root } from '#src/boot/root.tsx'
import { loadRest, screenRoutes } from '#src/boot/routes.ts'
import { earlyErrors } from '#src/loading/early-errors.ts'
import type { App } from '#src/state/types.ts'
import { act, mount } from '#tests/kit/act.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import type { FakeState } from '#tests/kit/fake-state.ts'
import { visited } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { pageLocalStorage } from '#tests/kit/page-local-storage.ts'
import { pageKv } from '#tests/kit/phone.ts'
import { plain } from '#tests/kit/render.tsx'
import { eachTest, rowsOf } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
beforeEach(() => recordBuild(world.server.db, 'build1', world.server.clock.now()))

/** An error whose message contains personal data. */
class Somchai extends TypeError {
  constructor() {
    super('สมชาย 0812345678')
  }
}
function Broken(): never {
  throw new Somchai()
}
const loader = { ready: () => Broken, load: async () => Broken }

/** Opens a page whose screens all throw. */
async function openBroken(path: string, state: Partial<FakeState> = {}) {
  await loadRest()
  const { outbox } = await visited(world)
  const app: App = { ...fakeApp(state), outbox }
  const local = pageLocalStorage()
  const ids = { random: () => 0.99 }
  startReports(app, { kv: pageKv(), local, clock: world.clock, ids }, 'build1')
  const { container: element, root } = mount({ onCaughtError: () => {} })
  const { hook } = memoryLocation({ path })
  await act(() => root.render(<Root app={app} page={{ loader, onMissing: () => {} }} router={{ hook }} />))
  return {
    app,
    text: () => plain(element.textContent ?? ''),
    pass: (ms: number) => act(() => world.clock.advance(ms)),
  }
}

const reports = () => rowsOf(world.server, 'phone_report')

for (const { name, path, guard } of screenRoutes)
  test(`a throw on the screen ${name} is at the server within one batch`, async () => {
    const phase = guard === 'register' ? { phase: { kind: 'register', why: 'new' } as never } : {}
    const { text, pass } = await openBroken((path ?? '/nowhere').replace(':id', crypto.randomUUID()), phase)
    expect(text()).toContain('ขออภัย แสดงหน้านี้ไม่ได้')
    expect(text()).toContain('ข้อมูลที่บันทึกไว้ในเครื่องนี้จะไม่หาย')
    await pass(5000)
    const [report, ...more] = await reports()
    expect(report).toMatchObject({ about: 'error', build: 'build1', screen: name, source: 'boundary' })
    expect(more).toEqual([])
    expect(JSON.stringify(report)).not.toMatch(/สมชาย|0812345678|Somchai/)
  })

test('a page reports at most five errors, and each place once', async () => {
  const { pass } = await openBroken('/')
  for (let n = 0; n < 20; n++) {
    const error = new Error('x')
    error.stack = `Error: x\n at f (https://campaign.example/assets/view-AbC_12.js:1:${n % 10})`
    earlyErrors.push({ reason: error } as PromiseRejectionEvent)
  }
  await pass(5000)
  const rows = await reports()
  expect(rows).toHaveLength(5)
  expect(rows).toContainEqual(expect.objectContaining({ script: 'view', place_row: 1, place_column: 3 }))
})

test('nothing is reported after the customer has switched reports off', async () => {
  const { app, pass } = await openBroken('/')
  app.settings.setReports(false)
  await app.outbox.discardReports()
  earlyErrors.push({ error: new RangeError('x'), screen: 'home' })
  await pass(5 * MINUTE_MS)
  expect(await reports()).toEqual([])
})
