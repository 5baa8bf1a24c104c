import { delivered, expect, fault, home } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

fault('5: the page of a captive portal is neither taken as data nor as an acknowledgement', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  campaign.origin.break({ path: /^\/api\//, fault: { do: 'portal' } })
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  await expect(page.getByText('ถ้า Wi-Fi นี้มีหน้าเข้าสู่ระบบ')).toBeVisible()
  await page.reload()
  await expect(home(page)).toBeVisible()
  await expect(page.getByText('ถ้า Wi-Fi นี้มีหน้าเข้าสู่ระบบ')).toBeVisible()
  expect(await countQueuedJobs(page)).toBe(1)
  expect(JSON.stringify(await readRecords(page, ''))).not.toContain('Wi-Fi')
  campaign.origin.heal()
  await delivered(page)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
