import { asNewUser, expect, LIFF_ID, test } from '#tests/kit/e2e.ts'

test('a link to any screen has a preview: absolute addresses, and a picture', async ({ campaign }) => {
  for (const path of ['/', '/register?logstate=poster', '/receipt', '/watingAnouncer', '/terms']) {
    const html = await (await fetch(`${campaign.url}${path}`)).text()
    const content = (property: string) =>
      new RegExp(`<meta property="${property}" content="([^"]+)"`).exec(html)?.[1] ?? ''
    expect(content('og:title'), path).toContain('ฟองฟู เฟส')
    expect(content('og:description'), path).not.toBe('')
    const { origin, pathname } = new URL(content('og:image'))
    expect(new URL(content('og:url')).origin, path).toBe(origin)
    const picture = await fetch(`${campaign.url}${pathname}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
})

test('Chromium can install the app; outside LINE its icon and shortcuts say so and lead into LINE at the right screen', async ({
  page,
  campaign,
}) => {
  await asNewUser(campaign, 'not-in-client')
  await page.goto(`${campaign.url}/?logstate=icon`)
  await expect(page.getByRole('heading', { name: 'เปิดกิจกรรมนี้ใน LINE' })).toBeVisible()
  // The app adds the link to the manifest after showing the first screen, and only outside LINE.
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  const devtools = await page.context().newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest).toMatchObject({ id: '/', display: 'standalone' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The browser treats a test's pages as private windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const shortcuts: readonly { readonly url: string }[] = manifest.shortcuts
  for (const address of [manifest.start_url, ...shortcuts.map(({ url }) => url)]) {
    await page.goto(`${campaign.url}${address}`)
    await expect(page.getByRole('heading', { name: 'เปิดกิจกรรมนี้ใน LINE' })).toBeVisible()
    const link = await page.getByRole('link', { name: 'เปิดใน LINE' }).getAttribute('href')
    const opened = new URL(address, campaign.url)
    const path = opened.pathname === '/' ? '' : opened.pathname
    expect(link).toBe(`https://liff.line.me/${LIFF_ID}${path}${opened.search}`)
  }
})
