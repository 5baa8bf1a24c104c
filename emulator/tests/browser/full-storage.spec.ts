import { expect, started, test } from '#tests/kit/liff-test.ts'

const BUILD = 'full-2.26.1'

/** Returns code that makes one change to the page's database, and resolves with the request's result or the error. */
const change = (call: string) => `new Promise(resolve => {
  const opening = indexedDB.open('app', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('drafts')
  opening.onsuccess = () => {
    const transaction = opening.result.transaction('drafts', 'readwrite')
    const request = transaction.objectStore('drafts').${call}
    transaction.oncomplete = () => resolve({ result: request.result })
    transaction.onabort = () => resolve({ error: transaction.error.name })
  }
})`

const cached = `caches.open('pages').then(cache => cache.put('/a', new Response('a')))
  .then(() => 'stored', error => error.name)`

test('a phone without space refuses writes, and the app can still read, delete and sign in', async ({
  page,
  host,
}) => {
  const open = async () => {
    await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
    await page.waitForURL(`**/${BUILD}/**`)
    return started(page)
  }
  await host.load('friend')
  await open()
  expect(await page.evaluate(change("put('kept', 'a')"))).toEqual({ result: 'a' })
  expect(await page.evaluate(cached)).toBe('stored')

  await host.load('phone-full')
  expect(await open()).toMatchObject({ init: 'done', loggedIn: true })
  for (const call of ["put('lost', 'a')", "add('lost', 'b')"])
    expect(await page.evaluate(change(call))).toEqual({ error: 'QuotaExceededError' })
  expect(await page.evaluate(cached)).toBe('QuotaExceededError')
  expect(await page.evaluate(change("get('a')"))).toEqual({ result: 'kept' })
  expect(await page.evaluate('navigator.storage.estimate().then(({ usage, quota }) => quota - usage)')).toBe(
    0,
  )
  expect(await page.evaluate("localStorage.setItem('a', '1'), localStorage.getItem('a')")).toBe('1')
  await page.evaluate(change("delete('a')"))
  expect(await page.evaluate(change("get('a')"))).toEqual({})

  host.patch({ environment: { storage: 'free' } })
  await open()
  expect(await page.evaluate(change("put('again', 'a')"))).toEqual({ result: 'a' })
})
