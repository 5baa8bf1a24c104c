import type { Page } from '@playwright/test'
import { goWithin } from '#tests/kit/customer.ts'
import { delivered, expect, fault, home } from '#tests/kit/fault-e2e.ts'
import { queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'

const buildOf = (page: Page) => page.locator('meta[name="campaign-build"]').getAttribute('content')

/**
 * A script that makes the browser idle only after `becomeIdle()`, so that the check for releases starts after some
 * typing.
 */
const busyAtFirst = `{
  let runs = []
  window.requestIdleCallback = run => runs === null ? setTimeout(run) : runs.push(run)
  window.becomeIdle = () => {
    for (const run of runs) setTimeout(run)
    runs = null
  }
}`

fault('25: an update accepted in one tab reaches the other one once nothing can be lost', async scene => {
  const { page, context, campaign, who, no, open, secondTab } = scene
  await open()
  await context.addInitScript(busyAtFirst)
  const other = await secondTab()
  await goWithin(other, '/answer')
  await other.getByRole('textbox').fill('ยังพิมพ์ไม่เสร็จ')
  // The check for releases does not start while a field is focused.
  await other.getByRole('textbox').blur()
  await other.evaluate('becomeIdle()')
  let loads = 0
  other.on('domcontentloaded', () => {
    loads += 1
  })
  const before = await buildOf(page)
  // Leaves an unsent job of the older release in the outbox.
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  campaign.deploy('v2')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  for (const tab of [page, other]) await expect(tab.getByText('มีเวอร์ชันใหม่พร้อมใช้งาน')).toBeVisible()
  await page.getByRole('button', { name: 'อัปเดต' }).click()
  await expect.poll(() => buildOf(page)).not.toBe(before)
  await expect(home(page)).toBeVisible()

  // The tab with the unfinished form is not reloaded and can still load all scripts of its own release.
  expect(loads).toBe(0)
  await expect(other.getByRole('textbox')).toHaveValue('ยังพิมพ์ไม่เสร็จ')
  const script = await other.evaluate(async () => {
    const seen = performance.getEntriesByType('resource').map(({ name }) => name)
    const mine = seen.find(name => /\/assets\/answer-/.test(name)) ?? ''
    return (await fetch(mine, { cache: 'reload' })).status
  })
  expect(script).toBe(200)
  await goWithin(other, '/')
  await expect.poll(() => loads).toBe(1)
  await expect.poll(() => buildOf(other)).not.toBe(before)
  // The document names its build before the app has started.
  await expect(home(other)).toBeVisible()
  await goWithin(other, '/answer')
  await expect(other.getByRole('textbox')).toHaveValue('ยังพิมพ์ไม่เสร็จ')

  campaign.origin.heal()
  await delivered(page)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})

fault('25b: the customer’s reload for unreadable records loads the newest release', async scene => {
  const { page, campaign, open } = scene
  await open()
  // A job of a newer release in a format that this release cannot read.
  await writeRecords(page, [{ entries: [['q/job/new', { v: 99 }]] }])
  await goWithin(page, '/outbox')
  await expect(page.getByText('มี 1 รายการที่แอปเวอร์ชันนี้อ่านไม่ได้')).toBeVisible()
  const before = await buildOf(page)
  campaign.deploy('v2')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(page.getByText('มีเวอร์ชันใหม่พร้อมใช้งาน')).toBeVisible()
  await page.getByRole('button', { name: 'โหลดใหม่' }).click()
  await expect.poll(() => buildOf(page)).not.toBe(before)
})

fault('25c: an update for which the browser waits reloads the page, which offers it again', async scene => {
  const { page, campaign, open, secondTab } = scene
  await open()
  const other = await secondTab()
  const before = await buildOf(page)
  // Chromium does not activate the newer worker while this request is open.
  campaign.origin.break({ method: 'GET', path: /^\/assets\/none\.js$/, fault: { do: 'hang' } })
  await other.evaluate(() => void fetch('/assets/none.js').catch(() => {}))
  await expect.poll(() => campaign.origin.arrivals.some(({ path }) => path === '/assets/none.js')).toBe(true)
  campaign.deploy('v2')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const offer = page.getByText('มีเวอร์ชันใหม่พร้อมใช้งาน')
  await expect(offer).toBeVisible()
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.getByRole('button', { name: 'อัปเดต' }).click()
  await expect.poll(() => loads).toBe(1)
  await expect(offer).toBeVisible()
  expect(await buildOf(page)).toBe(before)
  campaign.origin.heal()
  // Closes the open request, so that Chromium activates the newer worker. The customer has already agreed to the
  // update.
  campaign.origin.down()
  campaign.origin.up()
  await expect.poll(() => buildOf(page)).not.toBe(before)
  await expect(home(page)).toBeVisible()
})
