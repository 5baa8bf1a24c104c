import { register } from '#tests/kit/customer.ts'
import { asNewUser, expect, LIFF_ID, test } from '#tests/kit/e2e.ts'

test.describe('outside LINE', () => {
  test.afterEach(({ campaign }) => campaign.organiser(['browser', 'refuse']))

  test('the app redirects to LINE once; if LINE does not open, a page shows a QR code and a button', async ({
    page,
    campaign,
  }) => {
    await asNewUser(campaign, 'not-in-client')
    const left: URL[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (request.isNavigationRequest() && url.pathname.includes(`/liff.line.me/${LIFF_ID}`)) left.push(url)
    })
    await page.goto(`${campaign.url}/receipt?logstate=poster`)
    await expect(page.getByRole('heading', { name: 'เปิดกิจกรรมนี้ใน LINE' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR โค้ดสำหรับเปิดกิจกรรมใน LINE' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'เปิดใน LINE' })).toHaveAttribute('href', new RegExp(LIFF_ID))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'เปิดกิจกรรมนี้ใน LINE' })).toBeVisible()

    await test.step('the app redirects to LINE with the path and the campaign source', async () => {
      const paths = left.map(({ pathname }) => pathname.slice(pathname.indexOf('/liff.line.me/')))
      expect(paths).toEqual([`/liff.line.me/${LIFF_ID}/receipt`])
      expect(left[0]?.searchParams.get('logstate')).toBe('poster')
    })
  })

  test('a deep link returns to its screen after LINE Login', async ({ page, campaign }) => {
    await campaign.organiser(['browser', 'allow'])
    await asNewUser(campaign, 'not-in-client', { consent: { initially: 'none' } })
    await page.goto(`${campaign.url}/?liff.state=${encodeURIComponent('/receipt?logstate=web')}`)
    await expect(page).toHaveURL(/access\.line\.me/)
    const back = new URL(page.url()).searchParams.get('redirect_uri')
    expect(back).toBe(`${campaign.url}/receipt?logstate=web`)
    await page.getByRole('button', { name: 'อนุญาต', exact: true }).click()
    // The customer is not registered, so joining comes first. The URL keeps the link's screen and log state.
    await expect(page).toHaveURL(/\/register\?redirect=%2Freceipt&logstate=web$/)
  })

  for (const loginReferrer of ['access.line.me', 'android-app', 'none'])
    test(`on Android, the page to which LINE Login returns signs in, once (referrer: ${loginReferrer})`, {
      tag: loginReferrer === 'none' ? [] : '@nightly',
    }, async ({ page, campaign }) => {
      await campaign.organiser(['browser', 'allow'])
      await asNewUser(campaign, 'not-in-client', { environment: { loginReferrer } })
      const pages: string[] = []
      const logins: string[] = []
      page.on('request', request => {
        const { pathname, searchParams } = new URL(request.url())
        if (request.isNavigationRequest() && searchParams.has('liffClientId')) pages.push(pathname)
        if (pathname === '/api/visit') logins.push(pathname)
      })
      await page.goto(`${campaign.url}/?logstate=web`)
      await expect(page).toHaveURL(`${campaign.url}/register?logstate=web`)
      await register(page)
      expect(pages).toEqual(['/'])
      expect(logins).toHaveLength(1)
    })

  test('after LINE Login in another browser, the customer joins there', async ({ page, campaign }) => {
    await campaign.organiser(['browser', 'allow'])
    await asNewUser(campaign, 'other-browser', { environment: { os: 'ios' } })
    const logins: string[] = []
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (request.isNavigationRequest() && pathname.includes('/access.line.me/')) logins.push(pathname)
    })
    await page.goto(`${campaign.url}/?logstate=web`)
    await expect(page).toHaveURL(
      /^http:\/\/other-u[0-9a-f]{32}\.phone\.localhost:\d+\/register\?logstate=web$/,
    )
    await register(page)
    // The first login's code is of no use in the other browser.
    expect(logins).toHaveLength(2)
  })

  test('a campaign that allows browsers signs in with LINE Login and PKCE', async ({ page, campaign }) => {
    await campaign.organiser(['browser', 'allow'])
    await asNewUser(campaign, 'not-in-client', { consent: { initially: 'none' } })
    await campaign.emulator('DELETE', 'requests')
    await page.goto(`${campaign.url}/?logstate=web`)

    await test.step('LINE Login asks for consent', async () => {
      await expect(page).toHaveURL(/access\.line\.me/)
      const asked = new URL(page.url()).searchParams
      expect(asked.get('code_challenge_method')).toBe('S256')
      expect(asked.get('code_challenge')).toHaveLength(43)
      await page.getByRole('button', { name: 'อนุญาต', exact: true }).click()
    })

    await register(page)
    const requests = (await campaign.emulator('GET', 'requests')) as {
      method: string
      url: string
      status: number
    }[]
    const exchange = requests.filter(({ url }) => url.startsWith('https://api.line.me/oauth2/v2.1/token'))
    expect(exchange.map(({ status }) => status)).toEqual([200])

    await test.step('the customer stays signed in', async () => {
      await page.reload()
      await expect(page.getByText('สิทธิ์ของคุณ')).toBeVisible()
    })
  })
})
