import type { Page } from '@playwright/test'
import { delivered, expect, openUrl } from '#tests/kit/fault-e2e.ts'
import {
  buildOf,
  buildOrReason,
  expectToday,
  forEachRelease,
  lookForWorker,
  type ReleaseScene,
} from '#tests/kit/release-e2e.ts'
import { expectOneEffectEach, jobsOf, loseWrites, sendAnswer, sendReceipt } from '#tests/kit/release-queue.ts'

/** Opens an older app that keeps no files in the browser's cache, and leaves a receipt and an answer in its queue. */
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

/** Returns how many frames a page has drawn without any text since its documents could be drawn. */
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

/** True if a release's document contains a script that notices that its files are gone. The first releases had none. */
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
      // The browser looks for a newer worker after each visit. Without a button, the customer opens the app again.
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
