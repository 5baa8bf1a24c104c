import type { Page } from '@playwright/test'
import { expect, fault, home, openUrl, passTimeUntil } from '#tests/kit/fault-e2e.ts'

/** Advances the clock through the start-up waits until the app gives up. */
const gaveUp = (page: Page, name: string) => passTimeUntil(page, page.getByRole('heading', { name }))

fault('4: a hanging server on the first visit leads to an error screen with a retry button', async scene => {
  const { page, campaign, mode } = scene
  campaign.origin.break({ path: /^\/api\//, fault: { do: 'hang' } })
  await page.clock.install()
  await page.goto(openUrl(campaign, mode))
  await gaveUp(page, 'ยังไม่ได้รับคำตอบ')
  campaign.origin.heal()
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(home(page)).toBeVisible()
})

fault('4b: a retry starts over if LINE hangs on the first visit outside LINE', async scene => {
  const { page, campaign, mode } = scene
  campaign.origin.break({ path: /^\/__line\/api/, fault: { do: 'hang' } })
  await page.clock.install()
  await page.goto(openUrl(campaign, mode))
  await gaveUp(page, 'ยังติดต่อ LINE ไม่ได้')
  campaign.origin.heal()
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(home(page)).toBeVisible()
})
