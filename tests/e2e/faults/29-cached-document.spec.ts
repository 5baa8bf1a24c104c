import type { Page } from '@playwright/test'
import { expect, fault, home, openUrl } from '#tests/kit/fault-e2e.ts'

const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="campaign-build"]')?.content)

fault(
  '29: a document from the cache needs no request, and a newer release is noticed in that visit',
  async scene => {
    const { page, phone, campaign, mode, open } = scene
    const documents = () => campaign.origin.of('GET', '/').length
    await open()
    // With the screens' scripts on the phone, no script fails to load, so the page does not reload.
    await page.waitForLoadState('networkidle')
    await expect.poll(() => campaign.origin.of('GET', /^\/assets\/help-/).length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const [old, before] = [await buildOf(page), documents()]
    campaign.deploy('v2')
    await page.goto('about:blank')
    await phone.visit(page, openUrl(campaign, mode))
    await expect(home(page)).toBeVisible()
    expect(documents()).toBe(before)
    expect(await buildOf(page)).toBe(old)

    // The cached document is still fresh, but the reload gets the new one.
    await expect(page.getByText('มีเวอร์ชันใหม่พร้อมใช้งาน')).toBeVisible()
    await page.getByRole('button', { name: 'อัปเดต', exact: true }).click()
    await expect.poll(() => buildOf(page).catch(() => old)).not.toBe(old)
    await expect(home(page)).toBeVisible()
    expect(documents()).toBe(before + 1)
  },
)
