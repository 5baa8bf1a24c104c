// @vitest-environment node
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { createUpdates } from '#src/boot/updates/updates.ts'
import type { JobView, Phase } from '#src/state/types.ts'

/** A page that can be moved, typed on and kept busy, and a newer build that comes when told. */
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

test('a newer build asks, and comes when the customer says so', () => {
  const { did, hear, updates } = pageOf()
  hear.waiting()
  expect(updates.available.value).toBe(true)
  expect(did).toEqual([])
  updates.accept()
  expect(did).toEqual(['take'])
  expect(updates.available.value).toBe(false)
})

test('unasked it comes between two screens, and only when nothing would be lost by it', () => {
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

test('who asked for it gets it at once, also without a network', () => {
  const { did, facts, hear, updates } = pageOf()
  hear.waiting()
  facts.typed = true
  facts.connection = 'unreachable'
  updates.accept()
  hear.takenOver()
  expect(did).toEqual(['take', 'reload'])
})

test('a page that another tab has put out of date loads anew once, when its upload and its form are done', () => {
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
