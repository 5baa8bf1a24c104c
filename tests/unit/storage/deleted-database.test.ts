import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createIndexedDbStore } from '#src/storage/key-value-store.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'

function page(idb: IDBFactory) {
  const handles: IDBDatabase[] = []
  let losses = 0
  const spied = {
    open(name: string, version?: number) {
      const request = idb.open(name, version)
      request.addEventListener('success', () => handles.push(request.result))
      return request
    },
  }
  const store = reopeningStore(virtualClock(0), spied, 'phone', () => {
    losses += 1
  })
  return {
    disk: createIndexedDbStore(store),
    losses: () => losses,
    opened: () => handles.length,
    /** Closes the connection as a browser does, with or without telling the page. */
    close({ tells }: { readonly tells: boolean }) {
      const db = handles.at(-1)
      db?.close()
      if (tells) db?.onclose?.(new Event('close'))
    },
  }
}

const deleted = (idb: IDBFactory) =>
  new Promise<void>((resolve, reject) => {
    const request = idb.deleteDatabase('phone')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

async function settled() {
  for (let i = 0; i < 20; i += 1) await settle()
}

test('every page learns that the database was deleted, once, and writes to a new one', async () => {
  const idb = new IDBFactory()
  const pages = [page(idb), page(idb)]
  for (const { disk } of pages) await disk.set([['k', 1]])
  await deleted(idb)
  expect(pages.map(({ losses }) => losses())).toEqual([1, 1])
  for (const { disk } of pages) expect(await disk.get('k')).toBeUndefined()
  for (const { disk } of pages) await disk.set([['k', 2]])
  expect(pages.map(({ losses }) => losses())).toEqual([1, 1])
})

test('a page that was not told learns it before its next request sees the new database', async () => {
  const idb = new IDBFactory()
  const { disk, losses, close } = page(idb)
  await disk.set([['k', 1]])
  close({ tells: false })
  await deleted(idb)
  await page(idb).disk.set([['other', 1]])
  let seen = -1
  await disk.transact('k', () => {
    seen = losses()
    return null
  })
  expect(seen).toBe(1)
})

test('a database that the browser has closed is opened again at once, and is lost only if it is a new one', async () => {
  const idb = new IDBFactory()
  const { disk, losses, opened, close } = page(idb)
  await disk.set([['k', 1]])
  close({ tells: true })
  await settled()
  expect([opened(), losses(), await disk.get('k')]).toEqual([2, 0, 1])
  close({ tells: false })
  await deleted(idb)
  close({ tells: true })
  await settled()
  expect([opened(), losses(), await disk.get('k')]).toEqual([3, 1, undefined])
})

test('a database of version 1.1.0 that was deleted differs from the new one', async () => {
  const idb = new IDBFactory()
  await new Promise<void>(resolve => {
    const request = idb.open('phone')
    request.onupgradeneeded = () => request.result.createObjectStore('keyval')
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  const { disk, losses, close } = page(idb)
  await disk.set([['k', 1]])
  close({ tells: false })
  await deleted(idb)
  expect([await disk.get('k'), losses()]).toEqual([undefined, 1])
})
