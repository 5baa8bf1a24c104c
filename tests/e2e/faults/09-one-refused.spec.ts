import { expect, fault, home } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

fault(
  '9: one refused receipt of five does not block the others, is shown, and can be deleted',
  async scene => {
    const { page, campaign, who, no, open } = scene
    await open()
    const jobs = [1, 2, 3, 4, 5].map(n =>
      queuedReceipt(who.customerId, no(n), n, { amount: n === 2 ? 1 : 350 }),
    )
    // A job of an older release in a format that this release cannot read.
    const unreadable = { id: 'old', sha256: '', entries: [['q/job/old', { v: 99, anything: true }]] as const }
    await writeRecords(page, [unreadable, ...jobs])
    await expect.poll(() => countQueuedJobs(page)).toBe(2)
    expect(await campaign.receiptsOf(who)).toEqual([1, 3, 4, 5].map(no))
    expect(await readRecords(page, 'q/job/')).toMatchObject([
      [`q/job/${jobs[1]?.id}`, { state: 'dead' }],
      ['q/job/old', { v: 99 }],
    ])
    await expect(page.getByText('ต้องแก้ไข 1 รายการ')).toBeVisible()

    await page.getByRole('link', { name: 'ต้องแก้ไข 1 รายการ' }).click()
    await expect(page.getByText('มี 1 รายการที่แอปเวอร์ชันนี้อ่านไม่ได้')).toBeVisible()
    const item = page.getByRole('listitem').filter({ hasText: no(2) })
    await expect(item).toContainText('ยอดซื้อไม่ถึงขั้นต่ำ')
    await item.getByRole('button', { name: 'ลบ' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ลบ' }).click()
    await expect.poll(() => countQueuedJobs(page)).toBe(1)
    await page.goto(campaign.origin.url)
    await expect(home(page)).toBeVisible()
    await expect(page.getByText('ต้องแก้ไข 1 รายการ')).toBeHidden()
    expect(await campaign.receiptsOf(who)).toEqual([1, 3, 4, 5].map(no))
    expect(campaign.origin.of('POST', '/api/receipt')).toHaveLength(5)
  },
)
