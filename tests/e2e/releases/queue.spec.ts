import { goWithin } from '#tests/kit/customer.ts'
import { delivered, expect } from '#tests/kit/fault-e2e.ts'
import { readRecords } from '#tests/kit/phone-storage.ts'
import { clearHttpCache, forEachRelease } from '#tests/kit/release-e2e.ts'
import {
  expectOneEffectEach,
  expectStored,
  loseWrites,
  prepareCustomer,
  queueEveryKind,
} from '#tests/kit/release-queue.ts'

forEachRelease(
  'today’s app delivers every kind of job of an older app once, and says so',
  'no-worker',
  async scene => {
    const { page, campaign, release, open, no } = scene
    await open()
    const onServer = await prepareCustomer(scene)
    loseWrites(scene)
    const queue = await queueEveryKind(scene, release, onServer)
    expect(queue.logs).not.toEqual([])
    await page.goto('about:blank')

    campaign.deploy('v1')
    campaign.origin.heal()
    await clearHttpCache(page)
    await open()
    await delivered(page)
    await expect.poll(() => readRecords(page, 'q/log/')).toEqual([])
    expectOneEffectEach(scene, queue.jobs)
    await expectStored(scene, release, onServer, queue)

    await goWithin(page, '/outbox')
    const items = page.getByRole('main').getByRole('listitem')
    for (const n of [3, 4]) await expect(items.filter({ hasText: no(n) })).toContainText('ได้รับแล้ว')
    await expect(items.filter({ hasNotText: 'ได้รับแล้ว' })).toHaveCount(0)
    await goWithin(page, '/receiptHistory')
    for (const [n, status] of [
      [2, 'ไม่นับแล้ว'],
      [3, 'รอตรวจสอบ'],
      [4, 'รอตรวจสอบ'],
    ] as const)
      await expect(page.getByRole('link', { name: new RegExp(no(n)) })).toContainText(status)
  },
)
