import type { Page } from '@playwright/test'
import { asNewUser, expect, openInLine, test } from '#tests/kit/e2e.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

/** LINE's SDK during its init, when it has read the URL's credentials and the URL no longer needs them. */

/** Holds the SDK's requests to a path of LINE. `waits` resolves when the first request is held. */
async function hold(page: Page, path: string) {
  const [gate, go] = untilCalled()
  const [waits, held] = untilCalled()
  await page.route(
    url => url.pathname.endsWith(path),
    async route => {
      held()
      await gate
      await route.continue()
    },
  )
  return { waits, go }
}

test('in LINE, the URL has no credentials while the SDK waits for LINE', async ({ page, campaign }) => {
  await asNewUser(campaign, 'friend')
  const { waits, go } = await hold(page, '/oauth2/v2.1/verify')
  const launches: string[] = []
  page.on('framenavigated', frame => launches.push(frame.url()))
  await openInLine(page, campaign, '/receipt?logstate=poster')
  await waits
  expect(launches.some(url => url.includes('access_token='))).toBe(true)
  await expect.poll(() => page.evaluate(() => location.hash + location.search)).not.toMatch(/token=|liff\./)
  go()
  await expect(page).toHaveURL(/\/register\?redirect=%2Freceipt&logstate=poster$/)
  // The app shows the screen, using the credentials that it read. The SDK stores them when its own init ends.
  const tokens = () =>
    page.evaluate(() =>
      Object.keys(sessionStorage).filter(key => /^LIFF_STORE:.+:(accessToken|IDToken|context)$/.test(key)),
    )
  await expect.poll(tokens).toHaveLength(3)
})

test('outside LINE, the URL has no code of LINE Login while the SDK exchanges it, and the login works', async ({
  page,
  campaign,
}) => {
  await campaign.organiser(['browser', 'allow'])
  await asNewUser(campaign, 'not-in-client')
  const { waits, go } = await hold(page, '/oauth2/v2.1/token')
  const codes: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (request.isNavigationRequest() && url.searchParams.has('code')) codes.push(url.href)
  })
  await page.goto(`${campaign.url}/?logstate=web`)
  await waits
  expect(codes).toHaveLength(1)
  await expect.poll(() => page.evaluate(() => location.search)).not.toMatch(/code=|state=[^w]|liffClientId/)
  go()
  await expect(page).toHaveURL(`${campaign.url}/register?logstate=web`)
  await campaign.organiser(['browser', 'refuse'])
})
