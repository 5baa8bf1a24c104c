import { expect, test } from '#emulator/playwright/test.ts'

/** Tests the Playwright fixture on the plain HTML example. */
test.use({ app: 'emulator/examples/plain-html' })

const hello = '#hello'

test('line sets scenario, user, faults, network and clock for one test, and reads chat and timeline', async ({
  page,
  line,
}) => {
  await line.user({ displayName: 'Mali' })
  await line.open('/?from=chat')
  await expect(page.locator(hello)).toHaveText('Hello, Mali')
  expect(new URL(page.url())).toMatchObject({ origin: line.url, search: '?from=chat' })

  line.patch({ screens: { sharePicker: 'send' } })
  await page.reload()
  await page.locator('#share').click()
  await expect(page.locator('#result')).toHaveText('Shared')
  expect(line.chat()).toMatchObject([{ via: 'shareTargetPicker', message: { text: 'Look at this' } }])

  line.faults.add({ host: 'api.line.me', path: '/v2/profile', status: 503, body: { message: 'later' } })
  await line.open()
  await expect(page.locator(hello)).toHaveText('later')
  expect(line.timeline()).toContainEqual(
    expect.objectContaining({ url: 'https://api.line.me/v2/profile', status: 503 }),
  )
  line.faults.clear()

  line.clock.freeze('2030-01-02T03:04:05Z')
  await line.open()
  await expect(page.locator(hello)).toHaveText('Hello, Mali')
  expect(await page.evaluate('new Date().toISOString()')).toBe('2030-01-02T03:04:05.000Z')
  expect(() => line.clock.freeze('2030-02-30T00:00:00Z')).toThrow('expected {freeze: ms or ISO}')
  line.clock.resume()

  line.network('offline')
  await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
  await line.open()
  await expect(page.getByRole('heading')).toHaveText('โทรศัพท์ไม่มีเครือข่าย')
  line.reset()
  expect(line.scenario()).toMatchObject({ name: 'friend', network: { kind: 'online' } })
  const misused = line as unknown as { scenario: (name: string) => void; user: () => Promise<string> }
  expect(() => misused.scenario('offline')).toThrow('To load another one, use line.load()')
  await expect(misused.user()).rejects.toThrow('line.scenario().user is the current user')
  expect(() => line.load('fiend')).toThrow(
    'name: expected a known scenario. Did you mean friend? Available scenarios: friend',
  )
})

test('line kills LINE on the phone, and a test opens the app again', async ({ page, line }) => {
  await line.kill()
  await line.open()
  await expect(page.locator(hello)).toHaveText(/^Hello, /)
  await page.evaluate("sessionStorage.setItem('draft', '1')")
  await line.kill()
  expect(page.url()).toBe(`${line.url}/__emulator/closed`)
  await line.open()
  await expect(page.locator(hello)).toHaveText(/^Hello, /)
  expect(await page.evaluate("sessionStorage.getItem('draft')")).toBeNull()
  line.patch({ environment: { kind: 'external' } })
  await expect(line.kill()).rejects.toThrow('which outlives LINE')
})

test('answers links and images that point to LINE’s real hosts', async ({ page, line }) => {
  await page.goto(`https://liff.line.me/${line.scenario().apps[0]?.liffId}`)
  await expect(page.locator(hello)).toHaveText(/^Hello, /)
  expect(page.url()).toBe(`${line.url}/`)
  const width = await page.evaluate(`new Promise((resolve, reject) => {
    document.body.insertAdjacentHTML('beforeend', '<img id="direct" src="https://profile.line-scdn.net/0h4af4">')
    const image = document.querySelector('#direct')
    image.onload = () => resolve(image.naturalWidth)
    image.onerror = reject
  })`)
  expect(width).toBeGreaterThan(0)
})

test('an app can call init twice, concurrently or one after the other', async ({ page, line }) => {
  await line.open()
  await expect(page.locator(hello)).toHaveText(/^Hello, /)
  const again = `liff.init({ liffId: '2000000001-Campaign' })`
  await page.evaluate(`Promise.all([${again}, ${again}])`)
  expect(await page.evaluate('liff.getProfile()')).toMatchObject({ displayName: 'Somying Jaidee' })
})

test('a link to another part of LINE opens it and does not fail the test', async ({ page, line }) => {
  await line.open()
  await expect(page.locator(hello)).toHaveText(/^Hello, /)
  await page.evaluate(`fetch('https://scdn.line-apps.com/n/line_add_friends/btn/en.png')`)
  const link = 'https://line.me/R/share?text=Look'
  await page.evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<a id="line" href="${link}">share</a>')`,
  )
  await page.locator('#line').click()
  await expect(page.getByRole('heading')).toHaveText('LINE จะเปิดหน้าแชร์ให้เพื่อนและกลุ่มที่นี่')
  await expect(page.getByText('Look', { exact: true })).toBeVisible()
  await page.getByRole('link').click()
  await expect(page.locator(hello)).toHaveText(/^Hello, /)
  await page.goto('https://page.line.me/shop')
  await expect(page.getByRole('heading')).toHaveText('LINE จะเปิดหน้าของบัญชีที่นี่')
})

const fetchStatus = (url: string) => `fetch("${url}").then(answer => answer.status)`
const unknown = fetchStatus('https://api.line.me/v9/none')

test.describe('if an app sends LINE a request that is not emulated', () => {
  test.use({ unknownRequests: 'ignore' })

  test('the timeline has an error with the URL', async ({ page, line }) => {
    await line.open()
    await expect(page.locator(hello)).toHaveText(/^Hello, /)
    expect(await page.evaluate(unknown)).toBe(404)
    expect(await page.evaluate(fetchStatus('https://no-such-host.line.me/x'))).toBe(404)
    const errors = line.timeline().flatMap(({ error }) => error ?? [])
    expect(errors).toEqual([
      'The emulated LINE does not support GET https://api.line.me/v9/none',
      'The emulated LINE does not support GET https://no-such-host.line.me/x',
    ])
  })
})

test.describe('if the emulator has another LIFF id than the app', () => {
  test.use({ unknownRequests: 'ignore', liffOptions: { liffId: '1234567890-AbCdEfGh' } })

  const text = 'liff.init was given 2000000001-Campaign, but this LINE has only 1234567890-AbCdEfGh.'

  for (const scenario of ['friend', 'not-in-client'])
    test(`timeline and console show both LIFF ids in the scenario ${scenario}`, async ({ page, line }) => {
      line.load(scenario)
      const messages: string[] = []
      page.on('console', message => messages.push(message.text()))
      await page.goto('/')
      await expect
        .poll(() => line.timeline())
        .toContainEqual(
          expect.objectContaining({ url: 'bridge:liff.init', error: expect.stringContaining(text) }),
        )
      // Inside LINE, the SDK navigates away immediately, so the browser may drop the last console message.
      if (scenario === 'not-in-client')
        await expect.poll(() => messages).toContainEqual(expect.stringContaining(text))
    })
})

test.describe('without unknownRequests: "ignore"', () => {
  test.fail()

  test('the fixture fails a test with an unknown request', async ({ page, line }) => {
    await line.open()
    await expect(page.locator(hello)).toHaveText(/^Hello, /)
    await page.evaluate(unknown)
  })

  test.describe('with another LIFF id than the app', () => {
    test.use({ liffOptions: { liffId: '1234567890-AbCdEfGh' } })

    test('the fixture fails the test', async ({ page, line }) => {
      await line.open()
      await expect(page.locator(hello)).toHaveText('Invalid LIFF ID')
    })
  })
})
