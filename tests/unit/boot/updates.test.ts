import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import { workerBuilds } from '#src/boot/updates/new-build.ts'
import { createUpdates } from '#src/boot/updates/updates.ts'
import type { JobView, Phase } from '#src/state/types.ts'
import { virtualClock } from '#tests/kit/clock.ts'

/** Creates a page whose path, form and uploads the test controls. The test can announce a newer build. */
function pageOf() {
  const did: string[] = []
  const facts = {
    typed: false,
    search: '',
    connection: 'reachable' as 'reachable' | 'unreachable',
    untried: true,
  }
  const jobs = signal<readonly JobView[]>([])
  const phase = signal<Phase>({ kind: 'ready', customerId: 'c', online: true })
  const hear = { waiting: () => {}, takenOver: () => {}, moved: () => {} }
  const updates = createUpdates({
    ports: {
      navigation: {
        search: () => facts.search,
        reload: () => void did.push('reload'),
        reloadNewest: async () => void did.push('reload newest'),
        onChange(run: (path: string) => void) {
          hear.moved = () => run('/elsewhere')
          return () => {}
        },
      },
      connectivity: { state: () => facts.connection },
    } as unknown as Parameters<typeof createUpdates>[0]['ports'],
    app: { outbox: { jobs }, session: { phase } } as unknown as Parameters<typeof createUpdates>[0]['app'],
    source: {
      onWaiting: run => {
        hear.waiting = run
      },
      onTakenOver: run => {
        hear.takenOver = run
      },
      take: () => void did.push('take'),
      untried: () => facts.untried,
    },
    typed: () => facts.typed,
  })
  const sending = { state: 'sending' } as JobView
  return { did, facts, jobs, phase, hear, updates, sending }
}

test('offers a newer build and activates it when the customer agrees', () => {
  const { did, hear, updates } = pageOf()
  hear.waiting()
  expect(updates.available.value).toBe(true)
  expect(did).toEqual([])
  updates.accept()
  expect(did).toEqual(['reload newest'])
  expect(updates.available.value).toBe(false)
})

test('activates it automatically on navigation, only if nothing would be lost', () => {
  const unsafe: ((page: ReturnType<typeof pageOf>) => void)[] = [
    ({ facts }) => {
      facts.typed = true
    },
    ({ jobs, sending }) => {
      jobs.value = [sending]
    },
    ({ phase }) => {
      phase.value = { kind: 'starting' }
    },
    ({ facts }) => {
      facts.search = 'code=abc&state=x'
    },
    ({ facts }) => {
      facts.connection = 'unreachable'
    },
    ({ facts }) => {
      facts.untried = false
    },
  ]
  for (const make of unsafe) {
    const page = pageOf()
    page.hear.waiting()
    make(page)
    page.hear.moved()
    expect(page.did, make.toString()).toEqual([])
  }
  const page = pageOf()
  page.hear.waiting()
  page.hear.moved()
  expect(page.did).toEqual(['take'])
})

test('loads it at once on request, even without a network and if the browser lets it wait', () => {
  const { did, facts, hear, updates } = pageOf()
  hear.waiting()
  facts.typed = true
  facts.connection = 'unreachable'
  updates.accept()
  hear.takenOver()
  hear.moved()
  expect(did).toEqual(['reload newest'])
})

test('reloads a page outdated by another tab once, after its upload and form are finished', () => {
  const { did, facts, jobs, hear, sending } = pageOf()
  jobs.value = [sending]
  facts.typed = true
  hear.takenOver()
  expect(did).toEqual([])
  jobs.value = []
  expect(did).toEqual([])
  facts.typed = false
  hear.moved()
  hear.moved()
  jobs.value = []
  expect(did).toEqual(['reload'])
})

/** Fakes the browser's service workers and returns the reports. `controller`: a worker already controls the page. */
async function workerBuildsOn(controller: boolean) {
  const scriptURL = 'https://campaign.example/sw.js'
  const newer = Object.assign(new EventTarget(), { scriptURL, postMessage: () => {} })
  const registration = Object.assign(new EventTarget(), { waiting: newer, installing: null, active: null })
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: controller ? Object.assign(new EventTarget(), { scriptURL }) : null,
    register: async () => registration,
  })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('location', new URL('https://campaign.example/'))
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
  const clock = virtualClock(0)
  const builds = await workerBuilds('/sw.js', clock)
  const did: string[] = []
  builds.onWaiting(() => did.push('waiting'))
  builds.onTakenOver(() => did.push('taken over'))
  await clock.advance(0)
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  return did
}

test('does not treat the first worker of a page as a newer build', async () =>
  expect(await workerBuildsOn(false)).toEqual([]))

test('notifies a page that a worker already controls about the next worker', async () =>
  expect(await workerBuildsOn(true)).toEqual(['waiting', 'taken over']))
