import { setTimeout as pause } from 'node:timers/promises'
import { countAnswers, writeAnswer } from '#tests/kit/answers.ts'
import { expect, webkitTest } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'
import { openAsVisitor } from '#tests/kit/webkit-visitor.ts'

const TIMES = 6
/** Longer than the outbox's claim on a job (4.5 s). */
const SUSPENDED_MS = 6000

webkitTest(
  'a page whose process the phone suspends while it sends, and while answers wait, goes on after it resumes: each arrives once',
  async ({ webkit, campaign }) => {
    webkitTest.setTimeout(400_000)
    const { who, page, loads } = await openAsVisitor(webkit, campaign)
    const pid = await webkit.processOf(page)
    const posts = () => campaign.origin.of('POST', '/api/answer')
    for (let n = 1; n <= TIMES; n += 1) {
      // For odd numbers, the answer waits because the server is unreachable. For even numbers, the answer is being
      // sent.
      const waits = n % 2 === 1
      if (waits) campaign.origin.break({ method: 'POST', path: /^\/api\/answer/, fault: { do: 'reset' } })
      const send = await writeAnswer(page, n)
      const before = posts().length
      const pressed = send.click()
      if (waits) {
        await pressed
        await expect(page.getByText('บันทึกไว้แล้ว รอส่ง')).toBeVisible()
      } else await expect.poll(() => posts().length, { intervals: [1] }).toBeGreaterThan(before)
      process.kill(pid, 'SIGSTOP')
      campaign.origin.heal()
      await pause(SUSPENDED_MS) // Real time, because a test cannot advance the clock of a suspended process.
      process.kill(pid, 'SIGCONT')
      await pressed
      await expect(page.getByText('เราได้รับคำตอบของคุณแล้ว')).toBeVisible({ timeout: 60_000 })
      await expect.poll(() => countAnswers(campaign, who)).toBe(n)
    }
    expect(loads()).toBe(0)
    expect(await countQueuedJobs(page)).toBe(0)
  },
)
