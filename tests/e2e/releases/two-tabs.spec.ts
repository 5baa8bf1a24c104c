import { goWithin } from '#tests/kit/customer.ts'
import { delivered, expect, home } from '#tests/kit/fault-e2e.ts'
import { queuedAnswer, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'
import { buildOf, forEachRelease } from '#tests/kit/release-e2e.ts'
import { expectOneEffectEach, jobsOf, loseWrites, sendAnswer, sendReceipt } from '#tests/kit/release-queue.ts'
import { uploadTogether } from '#tests/kit/shared-photo.ts'

forEachRelease(
  'a tab of an older app and one of today’s share the queue, and each job is sent once',
  'no-worker',
  async scene => {
    const { page: older, campaign, who, no, open, secondTab } = scene
    await open()
    await older.waitForLoadState('networkidle')
    const build = await buildOf(older)
    campaign.deploy('v1')
    const today = await secondTab()
    expect(await buildOf(today)).not.toBe(build)

    loseWrites(scene)
    await sendReceipt(today, no(1))
    await writeRecords(today, [
      queuedReceipt(who.customerId, no(2), 2),
      queuedAnswer(who.customerId, no(3), 3),
    ])
    // Chromium draws only the tab in front.
    await older.bringToFront()
    await sendReceipt(older, no(4))
    await sendAnswer(older, 'แม่')
    await writeRecords(older, [
      queuedReceipt(who.customerId, no(5), 5),
      queuedAnswer(who.customerId, no(6), 6),
    ])
    const jobs = (await jobsOf(older)).map(({ id }) => id)
    expect(jobs).toHaveLength(7)

    campaign.origin.heal()
    await delivered(older, today)
    expectOneEffectEach(scene, jobs)
    expect(await campaign.receiptsOf(who)).toEqual([1, 2, 4, 5].map(no))
    expect(await buildOf(older)).toBe(build)
    for (const tab of [older, today]) {
      await tab.bringToFront()
      await goWithin(tab, '/')
      await expect(home(tab)).toBeVisible()
      await expect(tab.getByText('รอส่ง')).toHaveCount(0)
    }
  },
)

forEachRelease(
  'a tab of an older app and one of today’s upload the same photo at once, and both receipts arrive',
  'no-worker',
  async scene => {
    const { page: older, campaign, open, secondTab } = scene
    await open()
    await older.waitForLoadState('networkidle')
    const build = await buildOf(older)
    await uploadTogether(scene, older, async () => {
      campaign.deploy('v1')
      const today = await secondTab()
      expect(await buildOf(today)).not.toBe(build)
      return today
    })
    expect(await buildOf(older)).toBe(build)
  },
)
