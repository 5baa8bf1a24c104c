import { fill } from '#src/i18n/text.ts'
import { common } from '#src/i18n/th/common.ts'
import { fillReceipt, sendReceipt } from '#tests/kit/customer.ts'
import { delivered, expect, fault, home, openUrl } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

fault('21: with full storage the app says so, keeps queued jobs, and still sends online', async scene => {
  const { page, context, campaign, who, no, open } = scene
  await open()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  await fillReceipt(page, no(2))
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect(page).toHaveURL(/\/thanks/)
  await expect(page.getByText('ยังไม่ได้บันทึก เปิดหน้านี้ไว้')).toBeVisible()
  expect(await countQueuedJobs(page)).toBe(1)
  // The app deleted the cached responses first, to free space.
  expect(await readRecords(page, 'm/')).toEqual([])
  campaign.origin.heal()
  // The app had already tried to send the stored receipt, and its record says so.
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([1, 2].map(no))
  // The phone could not store that the receipt had arrived. The next page, which has space, sends it again under the
  // same key.
  await page.close()
  const next = await context.newPage()
  await open(next)
  await delivered(next)
  expect(await campaign.receiptsOf(who)).toEqual([1, 2].map(no))
})

fault('21b: if the browser refuses every kind of storage, the app opens, says so, and sends', async scene => {
  const { page, campaign, who, no, mode } = scene
  // Refuses storage only after the emulator's script has run, because the emulated LINE stores its session there. Never
  // refuses it to LINE's SDK, which throws in `liff.init` without `localStorage`.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const ofSdk = () => new Error().stack?.includes('/assets/liff-sdk-') === true
    document.addEventListener(
      'readystatechange',
      () => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'] as const) {
          const storage = window[name]
          Object.defineProperty(window, name, {
            configurable: true,
            get: () => (ofSdk() ? storage : refuse()),
          })
        }
        LockManager.prototype.request = async () => refuse()
        if ('serviceWorker' in navigator) ServiceWorkerContainer.prototype.register = async () => refuse()
      },
      { once: true },
    )
  })
  await page.goto(openUrl(campaign, mode))
  await expect(home(page)).toBeVisible()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await sendReceipt(page, no(1))
  await expect(page.getByText(fill(common['offline.volatile']))).toBeVisible()
  campaign.origin.heal()
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
})
