import { expect, fault } from '#tests/kit/fault-e2e.ts'

fault('1: a deep link opens from the phone’s storage while the server is down', async scene => {
  const { page, campaign, open } = scene
  await open()
  campaign.origin.down()
  campaign.origin.arrivals.length = 0
  await page.goto(`${campaign.origin.url}/receipt/01920000-0000-7000-8000-000000000007`)
  await expect(page.getByRole('heading', { name: 'ใบเสร็จ' })).toBeVisible()
  await expect(page.getByText('ออฟไลน์อยู่')).toBeVisible()
  expect(campaign.origin.arrivals).toEqual([])
})
