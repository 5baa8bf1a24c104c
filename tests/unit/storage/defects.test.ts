import { expect, test } from 'vitest'
import type { Disk } from '#src/ports.ts'
import { writeDraft } from '#src/state/receipt-draft.ts'
import { createKeyValueStore, createMemoryStore, withBreaker } from '#src/storage/key-value-store.ts'
import { isStorageFailure, isStoreLost } from '#src/storage/storage-failure.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'
import { reportedDefects } from '#tests/kit/reported-defects.ts'

const defect = new TypeError('list.toSorted is not a function')

test('only errors of the database count as a failure of the phone’s storage', () => {
  const lost = (error: unknown) => [isStoreLost(error), isStorageFailure(error)]
  for (const name of ['UnknownError', 'InvalidStateError', 'AbortError', 'SecurityError', 'StoreTimeout'])
    expect(lost(new DOMException('', name)), name).toEqual([true, true])
  // The browser has aborted a transaction without giving a reason.
  expect(lost(null)).toEqual([true, true])
  // WebKit's databases may belong to a frame, whose `DOMException` is not the page's.
  expect(lost({ name: 'UnknownError' })).toEqual([true, true])
  // The phone is full, or the browser has lost the file of one photo.
  for (const name of ['QuotaExceededError', 'DataError', 'NotReadableError'])
    expect(lost(new DOMException('', name)), name).toEqual([false, true])
  for (const error of [defect, new RangeError(), new Error('x'), undefined, 'UnknownError'])
    expect(lost(error), String(error)).toEqual([false, false])
})

const calls: Record<string, (store: Disk) => Promise<unknown>> = {
  get: store => store.get('m/x'),
  set: store => store.set([['m/x', 1]]),
  transact: store => store.transact('m/x', () => [['m/x', 1]]),
  delete: store => store.delete(['m/x']),
  deletePrefix: store => store.deletePrefix('m/'),
  entries: store => store.entries('m/'),
  keys: store => store.keys('m/'),
}

for (const [name, call] of Object.entries(calls))
  test(`a defect in \`${name}\` reaches the caller, is reported once, and does not turn the database off`, async () => {
    const reported = reportedDefects()
    const error = new TypeError(name)
    const broken = Object.fromEntries(Object.keys(calls).map(key => [key, () => Promise.reject(error)]))
    const disk = withBreaker({ ...createMemoryStore(), ...broken }, virtualClock(1_000_000))
    const kv = createKeyValueStore(disk)
    await expect(call(kv as unknown as Disk)).rejects.toBe(error)
    await expect(call(kv as unknown as Disk)).rejects.toBe(error)
    await settle()
    expect(kv.durable()).toBe(true)
    expect(reported).toEqual([error])
  })

test('a defect in a transaction’s change reaches the caller', async () => {
  const reported = reportedDefects()
  const kv = createKeyValueStore(withBreaker(createMemoryStore(), virtualClock(1_000_000)))
  const change = () => {
    throw defect
  }
  await expect(kv.transact('m/x', change)).rejects.toBe(defect)
  await settle()
  expect([kv.durable(), reported]).toEqual([true, [defect]])
})

test('a draft that a defect has kept from being stored does not count as refused by the phone', async () => {
  const kv = { ...createMemoryStore(), durable: () => true, set: () => Promise.reject(defect) }
  await expect(writeDraft(kv, 'c', null, null)).rejects.toBe(defect)
  const full = { ...kv, set: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  expect(await writeDraft(full, 'c', null, null)).toBe(false)
})
