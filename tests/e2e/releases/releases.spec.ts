import type { Page } from '@playwright/test'
import { goWithin } from '#tests/kit/customer.ts'
import { delivered, expect, home, openUrl } from '#tests/kit/fault-e2e.ts'
import { queuedAnswer, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'
import {
  buildOf,
  buildOrReason,
  clearHttpCache,
  expectToday,
  forEachRelease,
  lookForWorker,
  type ReleaseScene,
} from '#tests/kit/release-e2e.ts'
import {
  expectOneEffectEach,
  expectStored,
  jobsOf,
  loseWrites,
  prepareCustomer,
  queueEveryKind,
  sendAnswer,
  sendReceipt,
} from '#tests/kit/release-queue.ts'
import { uploadTogether } from '#tests/kit/shared-photo.ts'

/** Opens an older app that keeps no files in the browser's cache. Leaves a receipt and an answer in its queue. */
async function queueInOlderApp(scene: ReleaseScene) {
  const { page, campaign, no, open } = scene
  campaign.origin.break({ method: 'GET', path: /^\/assets\//, fault: { do: 'no-store' } })
  await open()
  const build = await buildOf(page)
  loseWrites(scene)
  await sendReceipt(page, no(1))
  await sendAnswer(page, 'แม่')
  const jobs = (await jobsOf(page)).map(({ id }) => id)
  expect(jobs).toHaveLength(2)
  await page.goto('about:blank')
  campaign.deploy('v1')
  campaign.origin.heal()
  return { build, jobs }
}

/**
 * Counts the frames without any text that a page draws after its document has been parsed. Returns a function that
 * reads the count.
 */
async function countBlankFrames(page: Page): Promise<() => number> {
  let blank = 0
  await page.exposeFunction('sawBlank', () => {
    blank += 1
  })
  await page.addInitScript(() => {
    const report = (window as unknown as { sawBlank(): void }).sawBlank
    function look() {
      const isOurs = /^http/.test(location.href) && !location.pathname.startsWith('/__')
      if (isOurs && document.readyState !== 'loading' && document.body.innerText.trim() === '') report()
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => blank
}

/**
 * Returns true if the release's document contains a script that notices when its files are gone. The first releases had
 * no such script.
 */
const canNotice = ({ release }: ReleaseScene) => /<script>/.test(release.files['index.html'] ?? '')

forEachRelease(
  'a document from the cache whose files are gone gives way to today’s app, which sends the queue',
  'no-worker',
  async scene => {
    const { page, phone, campaign, mode, who, no } = scene
    const { build, jobs } = await queueInOlderApp(scene)
    const blank = await countBlankFrames(page)
    const documents = campaign.origin.of('GET', '/').length
    await phone.visit(page, openUrl(campaign, mode))
    await expect.poll(() => buildOrReason(page)).toBe(build)
    expect(campaign.origin.of('GET', '/')).toHaveLength(documents)
    if (!canNotice(scene)) {
      await expect(page.getByText('กำลังโหลด')).toBeVisible()
      await page.reload()
    }
    await expectToday(page, scene)
    await delivered(page)
    expectOneEffectEach(scene, jobs)
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
    expect(blank()).toBe(0)
  },
)

forEachRelease(
  'a document of an older worker that has lost files gives way to today’s app, which sends the queue',
  'worker',
  async scene => {
    const { page, phone, campaign, mode, who, no } = scene
    const { build, jobs } = await queueInOlderApp(scene)
    await page.goto(`${campaign.origin.url}/favicon.svg`)
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys()) if (url.includes('/assets/')) await cache.delete(url)
      }
    })
    const blank = await countBlankFrames(page)
    await phone.visit(page, openUrl(campaign, mode))
    await expect.poll(() => buildOrReason(page)).toBe(build)
    const retry = page.getByRole('button', { name: 'ลองใหม่' })
    await expectToday(page, scene, async () => {
      // The browser checks for a newer worker after each visit. Without a button, the customer opens the app again.
      await lookForWorker(page)
      if (!canNotice(scene)) await page.reload()
      else if (await retry.isVisible()) await retry.click()
    })
    await delivered(page)
    expectOneEffectEach(scene, jobs)
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
    expect(blank()).toBe(0)
  },
)

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
    // Chromium renders only the tab in front.
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

/** Opens an older app and lets it send a receipt. The phone never gets the answer. */
async function openAndSend({ page, campaign, who, no, open }: ReleaseScene) {
  await open()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'hang-reply' }, times: 1 })
  const queue = [1, 2, 3].flatMap(n => [
    queuedReceipt(who.customerId, no(n), n),
    queuedAnswer(who.customerId, no(n), n),
  ])
  await writeRecords(page, queue)
  await expect
    .poll(() => campaign.origin.of('POST', '/api/receipt').filter(({ status }) => status === 200).length)
    .toBe(1)
  expect(await jobsOf(page)).toContainEqual(
    expect.objectContaining({ route: 'createReceipt', state: 'sending' }),
  )
  campaign.deploy('v1')
  return queue.map(({ id }) => id)
}

async function expectTakenOver(scene: ReleaseScene, jobs: readonly string[]): Promise<void> {
  const { page, campaign, who, no } = scene
  await expectToday(page, scene)
  await delivered(page)
  expectOneEffectEach(scene, jobs)
  expect(await campaign.receiptsOf(who)).toEqual([1, 2, 3].map(no))
  // For the receipt whose first answer was lost, the server repeats the answer.
  expect(campaign.origin.of('POST', '/api/receipt').filter(({ replayed }) => replayed)).toHaveLength(1)
}

forEachRelease('an update that the customer accepts while a receipt is being sent', 'worker', async scene => {
  const { page } = scene
  const sent = await openAndSend(scene)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await page.getByRole('button', { name: 'อัปเดต', exact: true }).click()
  await expectTakenOver(scene, sent)
})

forEachRelease('a reload in LINE while a receipt is being sent', 'no-worker', async scene => {
  const sent = await openAndSend(scene)
  await scene.page.reload()
  await expectTakenOver(scene, sent)
})
