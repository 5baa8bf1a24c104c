import { goWithin } from '#tests/kit/customer.ts'
import { expect, home, openUrl, webkitTest } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

const KILLS = 25

webkitTest(
  'WebKit’s network process, which owns IndexedDB, is killed 25 times while answers are saved and sent: each arrives once',
  { tag: '@core' },
  async ({ webkit, campaign }) => {
    webkitTest.setTimeout(400_000)
    const who = await campaign.visitor()
    campaign.phoneOf(who, 'no-worker')
    const { page } = webkit
    await webkit.visit(page, openUrl(campaign, 'no-worker'))
    await expect(home(page)).toBeVisible()
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    const keys = async () =>
      (
        await campaign.db
          .selectFrom('idempotency')
          .select('key')
          .where('customer_id', '=', who.customerId)
          .where('route', '=', 'postAnswer')
          .execute()
      ).length
    const posts = () => campaign.origin.of('POST', '/api/answer')
    for (let n = 1; n <= KILLS; n += 1) {
      await goWithin(page, '/answer')
      await page.getByLabel('คำตอบของคุณ').fill(`คำตอบที่ ${n}`)
      const before = posts().length
      const pressed = page.getByRole('button', { name: /^(ส่ง|แก้ไข)คำตอบ$/ }).click()
      // Odd numbers: while the phone saves the answer. Even numbers: while the answer is sent.
      if (n % 2 === 0) await expect.poll(() => posts().length, { intervals: [1] }).toBeGreaterThan(before)
      process.kill(webkit.networkProcess(), 'SIGKILL')
      await pressed
      await expect(page.getByText('เราได้รับคำตอบของคุณแล้ว')).toBeVisible({ timeout: 60_000 })
      await expect.poll(keys, { timeout: 60_000 }).toBe(n)
    }
    expect(loads).toBe(0)
    await webkit.visit(page, openUrl(campaign, 'no-worker'))
    await expect(home(page)).toBeVisible()
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    expect(await keys()).toBe(KILLS)
  },
)
