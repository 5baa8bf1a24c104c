import { readdirSync } from 'node:fs'
import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { kept } from '#tests/kit/phone-storage.ts'

/** Home and startup are in the first scripts; what home does without at first comes with the rest. */
const scripts = readdirSync(new URL('../../../src/screens', import.meta.url))
  .filter(name => name !== 'startup' && name !== 'home')
  .concat('rest')
const paths = [
  '/answer',
  '/Continue',
  '/receipt/7',
  '/receipt',
  '/profile',
  '/updateProfile',
  '/receiptHistory',
  '/answerHistory',
  '/watingAnouncer',
  '/thanks',
  '/comingsoon',
  '/qrcode',
  '/confirm',
  '/endCampaign',
  '/nowhere',
  '/',
]

fault('2: a server that dies before any other screen was opened strands nobody', async scene => {
  const { page, campaign, mode, open } = scene
  await open()
  // Without a worker the scripts of all screens come when the page has nothing better to do.
  const loaded = () =>
    page.evaluate(names => {
      const entries = performance.getEntriesByType('resource')
      // Its script, not its style sheet or a longer name's script.
      const script = (name: string) => new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`)
      return names.filter(name => !entries.some(entry => script(name).test(entry.name)))
    }, scripts)
  if (mode === 'no-worker') {
    await expect.poll(loaded).toEqual([])
    // And what they share.
    await expect.poll(() => campaign.origin.sending()).toBe(0)
  }
  await expect.poll(async () => (await kept(page, 'm/all')).length).toBe(1)
  campaign.origin.down()
  for (const path of paths) {
    await goWithin(page, path)
    await expect(page.locator('main').getByRole('heading').first(), path).toBeVisible()
  }
  // And a receipt can be filled in, on a phone that has never shown the form.
  await goWithin(page, '/receipt')
  await page.getByRole('button', { name: 'ร้านค้า' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
})
