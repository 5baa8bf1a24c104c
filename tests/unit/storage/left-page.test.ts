import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createIndexedDbStore } from '#src/storage/key-value-store.ts'
import { type Databases, reopeningStore } from '#src/storage/reopening-store.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'

/** The parts of fake-indexeddb's transaction that control its progress. */
type Steps = { _state: string; _start(): void }

/** Creates a page that the customer can leave and return to. As in WebKit, an open transaction stays open. */
function pageOn(idb: IDBFactory) {
  let isLeft = false
  let notify: (isLeft: boolean) => void = () => {}
  function hold(transaction: IDBTransaction) {
    const steps = transaction as unknown as Steps
    const start = steps._start.bind(transaction)
    steps._start = () => {
      if (isLeft && steps._state === 'active') setImmediate(() => steps._start())
      else start()
    }
  }
  const databases: Databases = {
    open(name) {
      const request = idb.open(name)
      request.addEventListener('upgradeneeded', () => {
        if (request.transaction) hold(request.transaction)
      })
      request.addEventListener('success', () => {
        const { result } = request
        const real = result.transaction.bind(result)
        result.transaction = ((...args: Parameters<typeof real>) => {
          const transaction = real(...args)
          hold(transaction)
          return transaction
        }) as typeof real
      })
      return request
    },
    onLeave(run) {
      notify = run
    },
  }
  const clock = virtualClock(0)
  const go = (left: boolean) => () => {
    isLeft = left
    notify(left)
  }
  return {
    clock,
    store: createIndexedDbStore(reopeningStore(clock, databases, 'phone')),
    leave: go(true),
    comeBack: go(false),
  }
}

/** Creates two pages of one phone, both of which have opened the database. */
async function twoPages() {
  const idb = new IDBFactory()
  const [left, other] = [pageOn(idb), pageOn(idb)]
  await left.store.set([['k', 'first']])
  await other.store.get('k')
  return { left, other }
}

/** Lets the page create its transactions, but not start them. */
async function begin() {
  for (let i = 0; i < 20; i += 1) await Promise.resolve()
}

test('a write that has begun is completed although its page was left, and does not block the other page', async () => {
  const { left, other } = await twoPages()
  const writing = left.store.set([
    ['k', 'second'],
    ['gone', undefined],
  ])
  const deleting = left.store.delete(['x'])
  const deletingAll = left.store.deletePrefix('y/')
  await begin()
  left.leave()
  expect(await other.store.get('k')).toBe('second')
  left.comeBack()
  await Promise.all([writing, deleting, deletingAll])
})

test('a read of a page that was left does not block the other page, and resolves after the return', async () => {
  const { left, other } = await twoPages()
  const reading = Promise.all([left.store.get('k'), left.store.keys(''), left.store.entries('')])
  await begin()
  left.leave()
  await other.store.set([['k', 'second']])
  left.comeBack()
  expect(await reading).toEqual(['second', ['k'], [['k', 'second']]])
})

test('a change that was interrupted between reading and writing runs again with the newer value', async () => {
  const { left, other } = await twoPages()
  const changing = left.store.transact('k', old => [['k', `${String(old)} and third`]])
  await begin()
  left.leave()
  await other.store.set([['k', 'second']])
  left.comeBack()
  await changing
  expect(await other.store.get('k')).toBe('second and third')
})

test('a page that was left uses the database only after the return, however long that takes', async () => {
  const { left, other } = await twoPages()
  left.leave()
  const reading = left.store.get('k')
  const writing = left.store.set([['mine', 1]])
  await other.store.set([['k', 'second']])
  expect(await other.store.get('mine')).toBeUndefined()
  await left.clock.advance(600_000)
  left.comeBack()
  await writing
  expect([await reading, await other.store.get('mine')]).toEqual(['second', 1])
})

test('a page can be left ten times during one read', async () => {
  const { left } = await twoPages()
  const reading = left.store.get('k')
  for (let n = 0; n < 10; n += 1) {
    await begin()
    left.leave()
    await settle()
    left.comeBack()
  }
  expect(await reading).toBe('first')
})

test('a page that is left while it creates the database does not block the other page', async () => {
  const idb = new IDBFactory()
  const [left, other] = [pageOn(idb), pageOn(idb)]
  const { open } = idb
  idb.open = name => {
    const request = open.call(idb, name)
    // This runs after the page's own listener, which creates the table.
    request.addEventListener('upgradeneeded', () => queueMicrotask(left.leave))
    idb.open = open
    return request
  }
  const reading = left.store.get('k')
  await settle()
  await other.store.set([['k', 'of the other']])
  left.comeBack()
  expect(await reading).toBe('of the other')
})

test('a change that throws in the middle of writing stores nothing', async () => {
  const { left, other } = await twoPages()
  const entries = [
    ['k', 'half'],
    ['f', () => 'a function'],
  ] as const
  await expect(left.store.set(entries)).rejects.toMatchObject({ name: 'DataCloneError' })
  await expect(left.store.transact('k', () => entries)).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(await other.store.get('k')).toBe('first')
})
