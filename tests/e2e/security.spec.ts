import type { Page } from '@playwright/test'
import { join, logOut, openAsCustomer, sendReceipt } from '#tests/kit/customer.ts'
import { expect, test } from '#tests/kit/e2e.ts'

/** Records every violation of the page's Content Security Policy from before its first script. */
async function watchPolicy(page: Page): Promise<string[]> {
  const breaches: string[] = []
  await page.exposeFunction('noteBreach', (text: string) => void breaches.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const note = (window as unknown as { noteBreach(text: string): void }).noteBreach
      note(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return breaches
}

/** Returns everything that the browser stores for this origin, as text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const all: unknown[] = [document.cookie, { ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        for (const reading of [objects.getAllKeys(), objects.getAll()]) {
          const found = await new Promise<unknown[]>((resolve, reject) => {
            reading.onsuccess = () => resolve(reading.result)
            reading.onerror = () => reject(reading.error)
          })
          all.push(name, store, found)
        }
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.startsWith('/api/')) continue
        all.push(request.url, await (await cache.match(request))?.text())
      }
    }
    return JSON.stringify(all)
  })

test('check 16 (ASVS 3.4.3, 3.4.6): signing in with LINE and sending a receipt never violates the page’s policy', async ({
  page,
  campaign,
}) => {
  const breaches = await watchPolicy(page)
  await join(page, campaign)
  await sendReceipt(page, 'CSP-2026/001')
  await page.goto(`${campaign.url}/qrcode`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(breaches).toEqual([])
  // Checks that the recording works: the browser reports a forbidden image.
  await page.evaluate(() => {
    const image = new Image()
    image.src = 'https://evil.example/x.png'
  })
  await expect.poll(() => breaches.length).toBe(1)
})

test('what the browser stores of a customer, before and after logout', async ({ page, campaign }) => {
  await openAsCustomer(page, campaign)
  await sendReceipt(page, 'WIPE-2026/001')
  // The history can render from the cache before the login ends. The test waits for the login, so that it gets the new
  // session's token.
  const signedIn = page.waitForResponse(response => response.url().endsWith('/api/visit') && response.ok())
  await page.goto(`${campaign.url}/receiptHistory`)
  await expect(page.getByText('WIPE-2026/001')).toBeVisible()
  const { accessToken } = await (await signedIn).json()
  await page.waitForFunction(token => document.cookie.includes(token), accessToken)

  await test.step('check 18 (ASVS 3.3.1, 3.3.2, 3.3.5): the token’s cookie is Secure, SameSite=Strict, limited to its path, and small', async () => {
    const all = await page.context().cookies(campaign.url)
    const cookies = all.filter(cookie => cookie.name === 'accessToken')
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatchObject({ secure: true, sameSite: 'Strict', path: '/', domain: 'localhost' })
    expect(cookies[0]?.value).toBe(accessToken)
    expect(accessToken).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await page.evaluate(() => document.cookie)).length).toBeLessThan(4096)
  })

  await test.step('check 31 (ASVS 14.3.1, 14.3.3): after logout the browser stores no data of the customer', async () => {
    const words = ['WIPE-2026/001', accessToken]
    const before = await kept(page)
    expect(words.filter(word => !before.includes(word))).toEqual([])
    // A job that is still stored survives a sign-out. The page that sent the receipt may have closed before it stored
    // the answer.
    await expect.poll(async () => (await kept(page)).includes('q/job/')).toBe(false)
    await logOut(page)
    await page.waitForFunction(() => !document.cookie.includes('accessToken='))
    // The screen does not wait for the phone's storage.
    await expect
      .poll(async () => {
        const after = await kept(page)
        return words.filter(word => after.includes(word))
      })
      .toEqual([])
  })
})
