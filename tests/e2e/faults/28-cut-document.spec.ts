import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inCircle } from '#tests/kit/circle.ts'
import { expect, fault, home, openUrl, passTimeUntil, type Scene } from '#tests/kit/fault-e2e.ts'

const html = readFileSync(fileURLToPath(new URL('../../../dist/index-inline.html', import.meta.url)))
/** Returns a byte count that ends a little after a text of the document that contains the first scripts. */
const inside = (text: string, nth = 0) => {
  let at = -1
  for (let n = 0; n <= nth; n += 1) at = html.indexOf(text, at + 1)
  expect(at).toBeGreaterThan(0)
  return at + 1000
}

const ADD = '<script>"use strict";loadChunk.add('
/** Returns the number of bytes that arrive when the document is cut in each part. */
const places = {
  'the loader': () => inside('.split(`,`)') - 900,
  'the style sheet': () => inside('<style id="home-styles" media="not all">'),
  'the libraries': () => inside(ADD),
  'the entry script': () => inside(ADD, 1),
  'the home shell': () => inside(ADD, 2),
}
type Part = keyof typeof places
const some: readonly Part[] = ['the loader', 'the entry script']
const all = Object.keys(places) as Part[]

const notice = ({ page }: Scene) => page.getByText('ยังโหลดไม่สำเร็จ')
const visit = ({ page, campaign, mode }: Scene) =>
  page.goto(openUrl(campaign, mode), { waitUntil: 'commit' }).catch(() => {})
/** Makes the phone forget the app, so that its next visit is a first visit. */
async function becomeNew({ page }: Scene) {
  const context = page.context()
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await context.clearCookies()
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
}
const document = /^\/(\?|$)/

fault('28: a document that is cut off in any of its parts still leads to a styled home', async scene => {
  const { page, campaign } = scene
  for (const part of inCircle({ push: some, merge: some, nightly: all })) {
    campaign.origin.break({ path: document, fault: { do: 'cut-reply', after: places[part]() }, times: 1 })
    await visit(scene)
    // The document waits ten seconds before it loads itself again, which a busy machine prolongs.
    await expect(home(page), part).toBeVisible({ timeout: 45_000 })
    await expect(page.locator('main a[href="/receipt"]'), part).not.toHaveCSS('display', 'inline')
    await becomeNew(scene)
  }
})

fault('28b: a document that stops arriving shows the notice and is completed from files', async scene => {
  const { page, campaign } = scene
  await page.clock.install()
  for (const part of ['the entry script', 'the home shell'] as const) {
    campaign.origin.break({ path: document, fault: { do: 'stall-reply', after: places[part]() }, times: 1 })
    await visit(scene)
    await passTimeUntil(page, notice(scene))
    await passTimeUntil(page, home(page))
    await becomeNew(scene)
  }
})

fault('28c: a tap on the button completes a document that stops arriving', async scene => {
  const { page, campaign } = scene
  const after = places['the entry script']()
  campaign.origin.break({ path: document, fault: { do: 'stall-reply', after }, times: 1 })
  await page.clock.install()
  await visit(scene)
  await passTimeUntil(page, notice(scene))
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(home(page)).toBeVisible()
})
