import { goWithin } from '#tests/kit/customer.ts'
import { expect, fault, home } from '#tests/kit/fault-e2e.ts'

const screen = /^\/assets\/answer-history-/
const missing = 'เชื่อมต่ออินเทอร์เน็ตไม่ได้'

fault(
  '24: a page whose scripts a newer release has replaced loads itself anew, once, with what was typed',
  async scene => {
    const { page, campaign, open } = scene
    // The screen never came while the page was young, and then it was gone.
    campaign.origin.break({ path: screen, fault: { do: 'status', status: 503, error: 'UNAVAILABLE' } })
    await open()
    await goWithin(page, '/answer')
    const text = page.getByRole('textbox').first()
    await text.fill('คำตอบที่พิมพ์ค้างไว้')
    campaign.deploy('v2')
    campaign.origin.heal()
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    await goWithin(page, '/answerHistory')
    await expect.poll(() => loads).toBe(1)
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByText(missing)).toHaveCount(0)
    await goWithin(page, '/answer')
    await expect(text).toHaveValue('คำตอบที่พิมพ์ค้างไว้')
    expect(loads).toBe(1)
  },
  ['no-worker'],
)

fault(
  '24b: with a worker the older release’s scripts stay, and the page goes on with them',
  async scene => {
    const { page, campaign, open } = scene
    await open()
    campaign.deploy('v2')
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    await goWithin(page, '/answerHistory')
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    expect(loads).toBe(0)
  },
  ['worker'],
)

fault(
  '24c: a release that is broken ends in a screen that says so, not in a circle of reloads',
  async scene => {
    const { page, campaign, open } = scene
    campaign.origin.break({ path: screen, fault: { do: 'status', status: 404, error: 'NOT_FOUND' } })
    await open()
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    await goWithin(page, '/answerHistory')
    await expect.poll(() => loads).toBe(1)
    await expect(
      home(page)
        .or(page.getByRole('button', { name: 'ลองใหม่' }))
        .first(),
    ).toBeVisible()
    await goWithin(page, '/answerHistory')
    await expect(page.getByRole('button', { name: 'ลองใหม่' })).toBeVisible()
    await expect(page.getByText(missing)).toBeVisible()
    expect(loads).toBe(1)
  },
  ['no-worker'],
)

fault(
  '24d: without a worker the customer is asked, and then has the newer release',
  async scene => {
    const { page, campaign, open } = scene
    await open()
    await page.clock.install()
    await open()
    campaign.deploy('v2')
    await page.clock.fastForward('16:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('มีเวอร์ชันใหม่พร้อมใช้งาน')).toBeVisible()
    const entry = () =>
      page.evaluate(() => document.querySelector('script[type=module]')?.getAttribute('src'))
    const before = await entry()
    await page.getByRole('button', { name: 'อัปเดต' }).click()
    await expect.poll(entry).not.toBe(before)
    await expect(home(page)).toBeVisible()
  },
  ['no-worker'],
)
