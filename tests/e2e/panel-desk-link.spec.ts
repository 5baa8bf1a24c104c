import { freePort, startCampaign } from '#tests/kit/campaign.ts'
import { expect, test } from '#tests/kit/e2e.ts'
import { violationsIn } from '#tools/axe.ts'

for (const [locale, name] of [
  ['th-TH', 'ระบบหลังบ้าน'],
  ['en-US', 'Desk'],
] as const)
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale, viewport: { width: 1440, height: 900 } })

    test('the panel’s link opens a desk in which a person can work', async ({ page, context }) => {
      const port = await freePort()
      const campaign = await startCampaign({ DESK_PORT: String(port) })
      try {
        await page.goto(`${campaign.url}/__emulator/`)
        const link = page.getByRole('banner').getByRole('link', { name, exact: true })
        await expect(link).toHaveAttribute('href', `http://localhost:${port}`)
        expect(await violationsIn(page)).toEqual([])
        // The app on the panel's phone may take the focus when it has loaded.
        const opened = context.waitForEvent('page')
        await expect(async () => {
          if (context.pages().length === 1) await link.press('Enter')
          await expect.poll(() => context.pages().length, { timeout: 5000 }).toBe(2)
        }).toPass()
        const desk = await opened
        // The desk has its own language, which begins with Thai.
        await desk.getByRole('button', { name: /^มะลิ/ }).click()
        await expect(desk.getByRole('navigation')).toBeVisible()
        await expect(desk).toHaveURL(new RegExp(`^http://localhost:${port}/`))
        expect(await violationsIn(desk)).toEqual([])
      } finally {
        await campaign.dispose()
      }
    })
  })
