import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createIndexedDbStore } from '#src/storage/key-value-store.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { virtualClock } from '#tests/kit/clock.ts'

/** Returns databases that fail as in WebKit, once its process for them has ended, until they are renewed. */
function mortalDatabases() {
  const data = new IDBFactory()
  const gone = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  const handles = new Set<IDBDatabase>()
  let dead = false
  return {
    open(name: string) {
      if (dead) throw gone()
      const request = data.open(name)
      request.addEventListener('success', () => handles.add(request.result))
      return request
    },
    renew() {
      dead = false
    },
    /** Ends the process. The open connections close, and a transaction on one fails. */
    end() {
      dead = true
      for (const db of handles) {
        db.close()
        db.transaction = () => {
          throw gone()
        }
      }
      handles.clear()
    },
  }
}

test('stores and reads again after each of ten ends of the browser’s process for databases', async () => {
  const databases = mortalDatabases()
  const store = createIndexedDbStore(reopeningStore(virtualClock(0), databases, 'phone'))
  for (let n = 0; n < 10; n += 1) {
    await store.set([[`job/${n}`, n]])
    databases.end()
    expect(await store.keys('job/')).toHaveLength(n + 1)
    databases.end()
  }
})
