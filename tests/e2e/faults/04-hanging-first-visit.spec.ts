import { expect, fault, home, openUrl } from '#tests/kit/fault-e2e.ts'

fault(
  '4: on the first visit a hanging server ends in a screen that says so, and another try',
  async scene => {
    const { page, campaign, mode } = scene
    campaign.origin.break({ path: /^\/api\//, fault: { do: 'hang' } })
    await page.goto(openUrl(campaign, mode))
    await expect(page.getByRole('heading', { name: 'ยังเชื่อมต่อไม่ได้' })).toBeVisible()
    campaign.origin.heal()
    await page.getByRole('button', { name: 'ลองใหม่' }).click()
    await expect(home(page)).toBeVisible()
  },
)

fault('4b: where LINE hangs on the first visit outside it, another try begins anew', async scene => {
  const { page, campaign, mode } = scene
  campaign.origin.break({ path: /^\/__line\/api/, fault: { do: 'hang' } })
  await page.goto(openUrl(campaign, mode))
  await expect(page.getByRole('heading', { name: 'ยังเชื่อมต่อไม่ได้' })).toBeVisible({ timeout: 60_000 })
  campaign.origin.heal()
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(home(page)).toBeVisible()
})
