import { signal } from '@preact/signals-core'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { keepRecords } from '#src/state/keep-records.ts'
import { createIndexedDbStore, createKeyValueStore, withBreaker } from '#src/storage/key-value-store.ts'
import { draftKey } from '#src/storage/keys.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { writeWhileSignedIn } from '#src/storage/signed-in.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'

test('drafts are stored again after the browser has deleted the database under the page', async () => {
  const idb = new IDBFactory()
  const clock = virtualClock(0)
  let lose = () => {}
  const disk = withBreaker(createIndexedDbStore(reopeningStore(clock, idb, 'phone', () => lose())), clock)
  const kv = createKeyValueStore(disk)
  const onLost = (run: () => void) => {
    lose = run
    return () => {}
  }
  keepRecords({ kv, disk: { ...disk, onLost } }, { customerId: signal('c') })
  const key = draftKey('c', 'receipt/new')
  expect(await writeWhileSignedIn(kv, 'c', [key, 1])).toBe(true)
  await new Promise<void>(resolve => {
    idb.deleteDatabase('phone').onsuccess = () => resolve()
  })
  await settle()
  expect(await writeWhileSignedIn(kv, 'c', [key, 2])).toBe(true)
  expect(await kv.get(key)).toBe(2)
})
