import { expect, fault, home } from '#tests/kit/fault-e2e.ts'

fault('3: the app opens although the server accepts requests and never answers', async scene => {
  const { page, campaign, mode, open } = scene
  await open()
  // The emulator's script must always load. Without a worker, the document must load too. All other requests
  // hang.
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
})
