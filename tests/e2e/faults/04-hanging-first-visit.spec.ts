import { expect, fault, home, openUrl } from '#tests/kit/fault-e2e.ts'

fault('4: a hanging server on the first visit leads to an error screen with a retry button', async scene => {
  const { page, campaign, mode } = scene
  campaign.origin.break({ path: /^\/api\//, fault: { do: 'hang' } })
  await page.goto(openUrl(campaign, mode))
  await expect(page.getByRole('heading', { name: 'ยังเชื่อมต่อไม่ได้' })).toBeVisible()
  campaign.origin.heal()
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(home(page)).toBeVisible()
})

fault('4b: a retry starts over if LINE hangs on the first visit outside LINE', async scene => {
  const { page, campaign, mode } = scene
  campaign.origin.break({ path: /^\/__line\/api/, fault: { do: 'hang' } })
  await page.goto(openUrl(campaign, mode))
  await expect(page.getByRole('heading', { name: 'ยังเชื่อมต่อไม่ได้' })).toBeVisible({ timeout: 60_000 })
  campaign.origin.heal()
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(home(page)).toBeVisible()
})
