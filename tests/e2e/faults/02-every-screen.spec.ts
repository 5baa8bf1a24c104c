import { readdirSync } from 'node:fs'
import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { readRecords } from '#tests/kit/phone-storage.ts'

/**
 * The scripts of the other screens. A registered customer never sees the landing, which loads the registration form.
 */
const scripts = readdirSync(new URL('../../../src/screens', import.meta.url))
  .filter(name => !['startup', 'home', 'register'].includes(name))
  .concat('rest')
const paths = [
  '/answer',
  '/Continue',
  '/receipt/7',
  '/receipt/7/edit',
  '/entries',
  '/receipt',
  '/profile',
  '/updateProfile',
  '/receiptHistory',
  '/answerHistory',
  '/outbox',
  '/watingAnouncer',
  '/thanks',
  '/comingsoon',
  '/qrcode',
  '/confirm',
  '/endCampaign',
  '/help',
  '/nowhere',
  '/',
]

fault('2: every screen opens if the server goes down after the first one', async scene => {
  const { page, campaign, mode, open } = scene
  await open()
  // Without a worker, the page loads the scripts of all screens when it is idle.
  const loaded = () =>
    page.evaluate(names => {
      const entries = performance.getEntriesByType('resource')
      // Matches only the script with exactly this name, not longer names that start with it.
      const script = (name: string) => new RegExp(`/assets/${name}-[\\w-]{6}\\.js$`)
      return names.filter(name => !entries.some(entry => script(name).test(entry.name)))
    }, scripts)
  if (mode === 'no-worker') {
    await expect.poll(loaded).toEqual([])
    // Also waits for the scripts that the screens share.
    await expect.poll(() => campaign.origin.sending()).toBe(0)
  }
  await expect.poll(async () => (await readRecords(page, 'm/all')).length).toBe(1)
  campaign.origin.down()
  for (const path of paths) {
    await goWithin(page, path)
    await expect(page.locator('main').getByRole('heading').filter({ visible: true }), path).not.toHaveCount(0)
  }
  // The customer can fill in a receipt even on a phone that has never opened the form.
  await goWithin(page, '/receipt')
  await page.getByRole('button', { name: 'ร้านค้า' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 })).not.toHaveCount(0)
})
