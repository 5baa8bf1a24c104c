import { PER_MINUTE } from '#server/http/rates.ts'
import { countAnswers, writeAnswer } from '#tests/kit/answers.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { expect, webkitTest } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'
import { openAsVisitor } from '#tests/kit/webkit-visitor.ts'

const KILLS = inCircle({ push: 2, merge: 2, nightly: 10 })
/**
 * The number of kills per customer. Each reopening after a kill may sign in again, and the server allows ten sign-ins
 * per minute.
 */
const KILLS_OF_ONE_CUSTOMER = Math.floor(PER_MINUTE.login / 2) - 1

webkitTest(
  'WebKit’s network process, which owns IndexedDB, is killed while answers are saved and sent: each arrives once',
  { tag: '@core' },
  async ({ webkit, campaign }) => {
    webkitTest.setTimeout(400_000)
    const { who, page, open, loads } = await openAsVisitor(webkit, campaign)
    const keys = () => countAnswers(campaign, who)
    const posts = () => campaign.origin.of('POST', '/api/answer')
    for (let n = 1; n <= KILLS; n += 1) {
      const send = await writeAnswer(page, n)
      const before = posts().length
      const pressed = send.click()
      // For odd numbers, kills the process while the phone saves the answer. For even numbers, while it sends the
      // answer.
      if (n % 2 === 0) await expect.poll(() => posts().length, { intervals: [1] }).toBeGreaterThan(before)
      process.kill(webkit.networkProcess(), 'SIGKILL')
      await pressed
      await expect(page.getByText('เราได้รับคำตอบของคุณแล้ว')).toBeVisible({ timeout: 60_000 })
      await expect.poll(keys, { timeout: 60_000 }).toBe(n)
    }
    expect(loads()).toBe(0)
    await open()
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    expect(await keys()).toBe(KILLS)
  },
)

webkitTest(
  'an answer that the app calls saved survives a kill of WebKit’s network process during saving and a reload, and arrives once',
  async ({ webkit, campaign }) => {
    webkitTest.setTimeout(600_000)
    for (let kills = 0; kills < KILLS; kills += KILLS_OF_ONE_CUSTOMER) {
      const { who, page, open } = await openAsVisitor(webkit, campaign)
      const keys = () => countAnswers(campaign, who)
      for (let n = 1; n <= Math.min(KILLS - kills, KILLS_OF_ONE_CUSTOMER); n += 1) {
        await open()
        const heal = campaign.origin.break({ method: 'POST', path: /^\/api\/answer/, fault: { do: 'reset' } })
        const send = await writeAnswer(page, n)
        const pressed = send.click()
        process.kill(webkit.networkProcess(), 'SIGKILL')
        await pressed
        await expect(page.getByText('บันทึกไว้แล้ว รอส่ง')).toBeVisible({ timeout: 60_000 })
        expect(await keys()).toBe(n - 1)
        await open()
        await expect(page.getByRole('link', { name: 'รอส่ง 1 รายการ' })).toBeVisible()
        heal()
        await expect.poll(keys, { timeout: 60_000 }).toBe(n)
      }
      await expect.poll(() => countQueuedJobs(page)).toBe(0)
    }
  },
)
