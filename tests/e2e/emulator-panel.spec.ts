import { appFrame, call, expect, started, test } from '#emulator-tests/kit/liff-test.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'

const APP = '/full-2.26.1/'
const FIRST_USER = 'U4af4980629a1b2c3d4e5f60718293a4b'
const SECOND_USER = 'U7c1d2e3f40516273849506a7b8c9d0e1'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

test.beforeEach(async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/__emulator/`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/')
  await started(await appFrame(page, 'line', APP))
})

test('the user finds a request in the timeline, breaks requests like it, and removes the fault', {
  tag: '@core',
}, async ({ page }) => {
  const app = await appFrame(page, 'line', APP)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  // Sends a request with a body from the app to its own server.
  const post = () =>
    app.evaluate(() =>
      fetch('/api/orders?shop=7', { method: 'POST', body: '{"item":"tea"}' }).then(({ status }) => status),
    )
  expect(await post()).toBe(404)
  await timeline.getByText('App', { exact: true }).click()
  const rows = timeline.getByRole('listitem')
  await expect(rows).toHaveText([/POST\/api\/orders app \?shop=7404$/])
  await rows.getByRole('button').click()
  await expect(page.getByText('not found')).toBeVisible()
  await page.getByRole('button', { name: 'Break requests like this one' }).click()
  await expect(page.getByRole('combobox', { name: 'Host', exact: true })).toHaveValue('app')
  await page.keyboard.press('Enter')
  const faults = page.getByRole('list', { name: 'Active faults' })
  await expect(faults).toContainText('500 ×1')
  expect(await post()).toBe(500)
  await expect(rows).toHaveCount(2)
  await expect(faults).toHaveCount(0)

  // Now the same with a request to LINE.
  await timeline.getByText('All', { exact: true }).click()
  await call(app, 'liff.getProfile()')
  await timeline.getByRole('listitem').filter({ hasText: '/v2/profile' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Break requests like this one' }).click()
  await expect(page.getByRole('combobox', { name: 'Host', exact: true })).toHaveValue('api.line.me')
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/v2/profile')
  const form = page.getByRole('form', { name: 'Fault', exact: true })
  await form.getByText('Status', { exact: true }).click()
  await fillAndEnter(form.getByRole('spinbutton').first(), '503')
  await expect(faults).toContainText('503 ×1')
  await expect(call(app, 'liff.getProfile()')).rejects.toThrow()
  await expect(faults).toHaveCount(0)

  await form.getByText('Lost', { exact: true }).click()
  await form.getByPlaceholder('∞').fill('')
  await form.getByRole('button', { name: 'Add fault' }).click()
  await expect(faults).toContainText('lost')
  await expect(call(app, 'liff.getProfile()')).rejects.toThrow('Failed to fetch')
  await faults.getByRole('button', { name: /^Remove/ }).click()
  await expect(faults).toHaveCount(0)
  expect(await call(app, 'liff.getProfile()')).toMatchObject({ displayName: 'Somying Jaidee' })
})

test('the search and the shortcuts move the focus to a control, and a PC has a scrollbar that the phone has not', async ({
  page,
}) => {
  await page.getByText('Where', { exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.type('japanese')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused()

  await page.locator('summary', { hasText: 'Network' }).click()
  await expect(page.getByLabel('Path', { exact: true })).toBeHidden()
  await page.keyboard.press('f')
  await expect(page.getByLabel('Path', { exact: true })).toBeFocused()

  // The test browsers hide every scrollbar, so only the style shows the difference.
  const style = async (kind: 'line' | 'browser') =>
    (await appFrame(page, kind, APP)).evaluate(() => getComputedStyle(document.body).scrollbarWidth)
  expect(await style('line')).toBe('none')
  await page.getByRole('button', { name: /Outside LINE/ }).click()
  await page.getByText('PC', { exact: true }).click()
  await expect.poll(() => style('browser')).toBe('auto')
})

test('in LINE, Chat closes the app and shows the chat; a browser has Close instead', async ({ page }) => {
  const chat = page.getByRole('button', { name: /^Chat C/ })
  await chat.click()
  await expect(page.getByRole('region', { name: /Chat with/ })).toBeVisible()
  await expect(chat).toBeDisabled()
  await page.getByRole('button', { name: /Outside LINE/ }).click()
  await expect(chat).toHaveCount(0)
  await page.getByRole('button', { name: /^Close C/ }).click()
  await expect(page.getByText('The tab is closed.')).toBeVisible()
})

test('two phones side by side: each user has a separate session and chat', async ({ page }) => {
  await page.keyboard.press('s')
  await expect.poll(() => page.frames().filter(frame => frame.url().includes(APP)).length).toBe(2)
  // Loading a scenario makes all tokens invalid, so both phones need new ones.
  await page.getByRole('button', { name: /Friend of the account/ }).click()
  const names = () =>
    Promise.all(
      page
        .frames()
        .filter(frame => frame.url().includes(APP))
        .map(frame =>
          call<{ userId: string }>(frame, 'liff.getProfile()').then(({ userId }) => userId, String),
        ),
    )
  await expect.poll(async () => (await names()).sort()).toEqual([FIRST_USER, SECOND_USER])

  const second = page
    .frames()
    .find(frame => frame.url().includes(`line-${SECOND_USER.toLowerCase()}`) && frame.url().includes(APP))
  if (!second) throw new Error('the second phone has no app')
  expect(await started(second)).toMatchObject({ init: 'done', sub: SECOND_USER })
  await call(second, "liff.sendMessages([{ type: 'text', text: 'จากเครื่องที่สอง' }])")
  await page.getByRole('button', { name: /^Chat C/ }).click()
  const first = page.getByRole('region', { name: /Chat with/ })
  await expect(first).toBeVisible()
  await expect(first).not.toContainText('จากเครื่องที่สอง')
  await page.getByRole('button', { name: 'Close the app' }).click()
  await expect(page.getByText('จากเครื่องที่สอง')).toBeVisible()
})

test('a saved launch reopens the app with path and scenario after the panel reloads', async ({ page }) => {
  await page.keyboard.press('p')
  await page.keyboard.type('/offer?from=poster')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.frames().some(frame => frame.url().includes('offer?from=poster'))).toBe(true)
  await page.getByLabel('Token age').selectOption('2 hours old')
  await expect
    .poll(async () => (await started(await appFrame(page, 'line', APP))).exp)
    .toBeLessThan(Date.now() / 1000)
  await page.getByRole('button', { name: 'Save this launch' }).click()
  await page.reload()
  await page.getByRole('button', { name: /Outside LINE/ }).click()
  await appFrame(page, 'browser', APP)
  await page
    .getByRole('list', { name: 'Saved launches' })
    .getByRole('button', { name: /offer/ })
    .first()
    .click()
  const app = await appFrame(page, 'line', `${APP}offer`)
  expect((await started(app)).exp).toBeLessThan(Date.now() / 1000)
})

test('the clock moves in the open page; a time before its tokens signs in again', async ({ page }) => {
  const app = await appFrame(page, 'line', APP)
  const day = 86_400_000
  const real = Date.now()
  await page.getByRole('button', { name: '+1 d' }).click()
  await expect.poll(() => app.evaluate('Date.now()')).toBeGreaterThan(real + day - 60_000)
  await expect(call(app, 'liff.getProfile()')).rejects.toThrow('access token expired')
  await page.getByRole('button', { name: /^Reopen/ }).click()
  await expect
    .poll(async () => (await started(await appFrame(page, 'line', APP))).exp)
    .toBeGreaterThan((real + day) / 1000)
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(page.getByText('the app signs in again')).toBeVisible()
  await expect
    .poll(async () => (await started(await appFrame(page, 'line', APP))).exp)
    .toBeLessThan((real + day) / 1000)
  expect(await call(await appFrame(page, 'line', APP), 'liff.getProfile()')).toMatchObject({
    displayName: 'Somying Jaidee',
  })
})

test('the panel shows the queue that the app announces, and its changes in the timeline, until the page reloads', async ({
  page,
}) => {
  const app = await appFrame(page, 'line', APP)
  const announce = (...jobs: object[]) =>
    app.evaluate(
      given => void dispatchEvent(new CustomEvent('offline-queue', { detail: { jobs: given } })),
      jobs,
    )
  const queue = page.getByRole('region', { name: 'Queue of the app' })
  const changes = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(queue).toHaveCount(0)
  const order = { key: '0192-order', name: 'createOrder' }
  const answer = { key: '0192-answer', name: 'postAnswer', state: 'queued' }
  await announce({ ...order, state: 'queued' }, answer)
  await announce({ ...order, state: 'sending', attempts: 1 }, answer)
  const nextTry = (await app.evaluate(() => Date.now())) + 60_000
  await announce({ ...order, state: 'queued', attempts: 1, nextTry, note: 'network' }, answer)
  const row = queue.getByRole('listitem').filter({ hasText: 'createOrder' })
  await expect(row).toContainText(/queued.*createOrder network.*in \d+ s ×1.*0192-order/)
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  await announce({ ...order, state: 'refused', attempts: 2, note: 'SOLD_OUT' }, answer)
  await expect(row).toContainText(/refused.*SOLD_OUT/)
  for (const text of ['enqueued', 'sending', 'waiting until', 'refused · SOLD_OUT'])
    await expect(changes.filter({ hasText: 'createOrder' }).filter({ hasText: text })).toHaveCount(1)
  await page.getByRole('region', { name: 'Timeline' }).getByText('Errors', { exact: true }).click()
  await changes.filter({ hasText: 'SOLD_OUT' }).getByRole('button').click()
  await expect(page.getByText('0192-order').last()).toBeVisible()
  await app.evaluate(() => location.reload())
  await expect(queue).toHaveCount(0)
})

test('a scenario that another client loads reopens the app on the panel’s phone once, in the new session', async ({
  page,
  host,
}) => {
  const user = host.userId
  // The panel replaces the frame when it reopens the app, so a check in the old frame can fail.
  const app = (part: 'line' | 'browser') =>
    appFrame(page, part, APP)
      .then(started)
      .catch(() => null)
  await host.load('friend', { user: SECOND_USER })
  await expect.poll(() => app('line')).toMatchObject({ sub: SECOND_USER })
  await host.load('not-in-client', { user })
  await expect.poll(() => app('browser')).toMatchObject({ init: 'done', inClient: false })
  await host.load('friend', { user })
  await expect.poll(() => app('line')).toMatchObject({ sub: user })
  // Loads the same scenario again. Its tokens are new, so the open page must not keep the old ones.
  await host.load('friend', { user })
  const inApp = async (source: string) => call(await appFrame(page, 'line', APP), source).catch(String)
  await expect.poll(() => inApp('liff.getProfile()')).toMatchObject({ userId: user })
  host.patch({ environment: { os: 'ios' } })
  await expect.poll(() => inApp('liff.getOS()')).toBe('ios')

  // A link in LINE’s in-app browser that opens the LIFF browser opens the app once, and the panel does not reopen it.
  const before = host.asked().length
  await host.load('in-app-browser')
  await expect.poll(() => host.emulator.scenario().environment.kind).toBe('liff')
  const openedIn = page.getByRole('group', { name: 'Opened in' })
  await expect(openedIn.getByRole('radio', { name: 'LIFF', exact: true })).toBeChecked()
  await expect.poll(() => inApp('liff.isInClient()')).toBe(true)
  expect(
    host
      .asked()
      .slice(before)
      .filter(path => path.startsWith(APP)),
  ).toHaveLength(1)
})
