import type { Page } from '@playwright/test'
import { fill } from '#src/i18n/text.ts'
import { common } from '#src/i18n/th/common.ts'
import { goWithin, sendReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

const refuse = { method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } } as const
const keepOpen = (page: Page) => page.getByText(fill(common['offline.volatile']))

fault('22: a database that never opens neither blocks the start nor loses jobs', async scene => {
  const { page, campaign, who, no, open } = scene
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await open()
  campaign.origin.break(refuse)
  await sendReceipt(page, no(1))
  await expect(keepOpen(page)).toBeVisible()
  campaign.origin.heal()
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
  await expect(keepOpen(page)).toBeHidden()
})

fault(
  '22b: a database connection closed in the background is reopened, and the next write is stored',
  async scene => {
    const { page, context, campaign, who, no, open } = scene
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype
      const handles: IDBDatabase[] = []
      IDBFactory.prototype.open = function (...args) {
        const request = open.apply(this, args)
        request.addEventListener('success', () => handles.push(request.result))
        return request
      }
      addEventListener('kill-handles', () => {
        for (const db of handles) db.close()
      })
    })
    await open()
    await page.evaluate(() => dispatchEvent(new Event('kill-handles')))
    campaign.origin.break(refuse)
    await sendReceipt(page, no(1))
    expect(await countQueuedJobs(page)).toBe(1)
    await page.close()
    campaign.origin.heal()
    await open(await context.newPage())
    await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
  },
)

fault('22c: a transaction that never ends is given up, and the page continues in memory', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  await page.evaluate(() => {
    const silent = () => new EventTarget() as IDBRequest
    for (const name of ['put', 'get', 'getAll', 'getAllKeys', 'delete'] as const)
      IDBObjectStore.prototype[name] = silent
  })
  campaign.origin.break(refuse)
  await sendReceipt(page, no(1))
  await expect(keepOpen(page)).toBeVisible()
  campaign.origin.heal()
  await goWithin(page, '/receiptHistory')
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
})

fault('22d: a database without its table is repaired, and keeps what is stored', async scene => {
  const { page, context, campaign, who, no, open } = scene
  // Opens the database before the app does, without creating the table.
  await page.addInitScript(() => {
    const request = indexedDB.open('campaign')
    request.onsuccess = () => request.result.close()
  })
  await open()
  campaign.origin.break(refuse)
  await sendReceipt(page, no(1))
  expect(await countQueuedJobs(page)).toBe(1)
  await expect(keepOpen(page)).toBeHidden()
  await page.close()
  campaign.origin.heal()
  await open(await context.newPage())
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
})

fault('22e: a receipt stays saved when the database is deleted under the open page', async scene => {
  const { page, context, campaign, who, no, open } = scene
  await open()
  campaign.origin.break(refuse)
  await sendReceipt(page, no(1))
  expect(await countQueuedJobs(page)).toBe(1)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('campaign') // Its `onsuccess` fires when the deletion has finished.
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      }),
  )
  await expect.poll(() => countQueuedJobs(page)).toBe(1)
  await expect(keepOpen(page)).toBeHidden()
  await page.close()
  campaign.origin.heal()
  await open(await context.newPage())
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
})
