import { expect, fault, home } from '#tests/kit/fault-e2e.ts'

fault(
  '3: a server that takes everything and answers nothing does not keep the app from opening',
  async scene => {
    const { page, campaign, mode, open } = scene
    await open()
    // The emulator's own script always comes, and without a worker the document must; nothing else does.
    const path = mode === 'worker' ? /^(?!\/__emulator\/)/ : /^\/(api|__line)\//
    campaign.origin.break({ path, fault: { do: 'hang' } })
    await page.goto(campaign.origin.url)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await expect(home(page)).toBeVisible()
    await expect(page.getByText('ออฟไลน์อยู่')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(loads).toBe(0)
  },
)
