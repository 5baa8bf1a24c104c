import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { freePort, startCampaign } from '#tests/kit/campaign.ts'
import { expect, test } from '#tests/kit/e2e.ts'
import { violationsIn } from '#tools/axe.ts'

test.use({ locale: 'en-US', viewport: { width: 1440, height: 900 } })

test('the panel’s link has its language and opens a working desk', async ({ page, context }) => {
  const port = await freePort()
  const campaign = await startCampaign({ DESK_PORT: String(port) })
  try {
    await page.goto(`${campaign.url}/__emulator/`)
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
    await expect(link('Desk')).toHaveAttribute('href', `http://localhost:${port}`)
    await page.getByRole('button', { name: LANGUAGES.en.frame.language }).click()
    await page.getByRole('radio', { name: 'ไทย', exact: true }).check()
    await page.keyboard.press('Escape')
    await expect(link('ระบบหลังบ้าน')).toHaveAttribute('href', `http://localhost:${port}`)
    // The app on the panel's phone may grab the focus while it loads.
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'ของรางวัล' })).toBeVisible()
    expect(await violationsIn(page)).toEqual([])
    const opened = context.waitForEvent('page')
    await link('ระบบหลังบ้าน').press('Enter')
    const desk = await opened
    // The desk has its own language setting, which defaults to Thai.
    await desk.getByRole('button', { name: /^มะลิ/ }).click()
    await expect(desk.getByRole('navigation')).toBeVisible()
    await expect(desk).toHaveURL(new RegExp(`^http://localhost:${port}/`))
    expect(await violationsIn(desk)).toEqual([])
  } finally {
    await campaign.dispose()
  }
})
