import type { Frame, Page } from '@playwright/test'
import type { LiffHost } from '#tests/kit/liff-host.ts'
import { appFrame, call, expect, started, test } from '#tests/kit/liff-test.ts'

const BUILD = 'full-2.26.1'
const SHARE = "liff.shareTargetPicker([{ type: 'text', text: 'มาด้วยกันนะ' }])"

/** A share that LINE rejects because of its message, and the error that the SDK then reports. */
const REFUSED_SHARE = "liff.shareTargetPicker([{ type: 'text', text: '' }])"
const REFUSED = { code: 'EXCEPTION_IN_SUBWINDOW', message: 'The request body has 1 error(s)' }

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

async function openInPanel(page: Page, host: LiffHost): Promise<Frame> {
  await page.goto(`${host.url}/__emulator/`)
  const frame = await appFrame(page, 'line', `/${BUILD}/`)
  expect(await started(frame)).toMatchObject({ init: 'done', loggedIn: true })
  return frame
}

/** Starts an SDK call without waiting for it. `outcome` returns its result after the test has answered the screen. */
const begin = (frame: Frame | Page, source: string) =>
  frame.evaluate(
    `window.outcome = ${source}.then(value => ({ value }), ({ code, message }) => ({ code, message })); 0`,
  )
const outcome = (frame: Frame | Page) => frame.evaluate('window.outcome')

/** Signs in outside LINE. On Android, the SDK reloads the page to which LINE Login returns. */
async function signIn(page: Page): Promise<void> {
  await page.evaluate('liff.login({ redirectUri: location.href })')
  await page.waitForURL(/liffIsEscapedFromApp=true/)
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true })
}

const layer = (page: Page) => page.frameLocator('section[aria-label] > iframe').last()

test('in LINE, each of LINE’s screens covers the app in the panel, and its answer reaches the app', {
  tag: '@core',
}, async ({ page, host }) => {
  const grants = { [host.userId]: { [host.liffId(BUILD)]: ['profile', 'openid'] } }
  const availability = {
    skipChannelVerificationScreen: { permission: true },
    iap: { permission: true, minVer: '9.0.0' },
  }
  await host.load(
    'friend',
    { consent: { grants }, device: { products: { gem: '฿99.00' } } },
    { availability },
  )
  const app = await openInPanel(page, host)
  const gone = () => expect(page.locator('section > iframe')).toHaveCount(0)
  await test.step('permission.requestAll grants the missing scopes', async () => {
    expect(await call(app, "liff.permission.query('chat_message.write')")).toEqual({ state: 'prompt' })
    await begin(app, 'liff.permission.requestAll()')
    await layer(page).getByRole('button', { name: 'อนุญาต' }).click()
    expect(await outcome(app)).toEqual({ value: undefined })
    await gone()
    expect(await call(app, "liff.permission.query('chat_message.write')")).toEqual({ state: 'granted' })
  })
  await test.step('the share picker sends the message to both selected targets', async () => {
    await begin(app, SHARE)
    await layer(page).getByLabel('ครอบครัว').check()
    await layer(page).getByRole('button', { name: 'ส่ง' }).click()
    expect(await outcome(app)).toEqual({ value: { status: 'success' } })
    await gone()
    expect(host.messages().map(({ to, message }) => [to, message.text])).toEqual([
      ['Thanakorn Srisuk', 'มาด้วยกันนะ'],
      ['ครอบครัว', 'มาด้วยกันนะ'],
    ])
    await gone()
  })
  await test.step('closing the share picker shares nothing', async () => {
    await begin(app, SHARE)
    await page.getByRole('button', { name: 'Close this screen' }).click()
    expect(await outcome(app)).toEqual({ value: undefined })
    await gone()
    expect(host.messages()).toHaveLength(2)
  })
  await test.step('the share picker does not appear for messages that LINE refuses', async () => {
    await begin(app, REFUSED_SHARE)
    expect(await outcome(app)).toEqual(REFUSED)
    await gone()
  })
  await test.step('the scanner returns the entered text, or null if the user cancels', async () => {
    await begin(app, 'liff.scanCodeV2()')
    await layer(page).getByLabel('ข้อความในโค้ด').fill('https://example.com/?q=1')
    await layer(page).getByRole('button', { name: 'สแกน' }).click()
    expect(await outcome(app)).toEqual({ value: { value: 'https://example.com/?q=1' } })
    await gone()
    await begin(app, 'liff.scanCodeV2()')
    await layer(page).getByRole('button', { name: 'ยกเลิก' }).click()
    expect(await outcome(app)).toEqual({ value: { value: null } })
    await gone()
  })
  await test.step('the user pays or cancels a purchase', async () => {
    expect(await call(app, "liff.iap.getPlatformProducts({ productIds: ['gem'] })")).toMatchObject({
      gem: { currency: 'THB', price: 99, productName: 'gem' },
    })
    await begin(app, "liff.iap.createPayment({ productId: 'gem', orderId: 'o1' })")
    await expect(layer(page).getByRole('heading', { name: '฿99.00' })).toBeVisible()
    await layer(page).getByRole('button', { name: 'ชำระเงิน' }).click()
    expect(await outcome(app)).toEqual({ value: undefined })
    await gone()
    await begin(app, "liff.iap.createPayment({ productId: 'gem', orderId: 'o2' })")
    await layer(page).getByRole('button', { name: 'ยกเลิก' }).click()
    expect(await outcome(app)).toMatchObject({ code: 'CANCELED' })
    await gone()
  })
  await test.step('a sub-window receives its data and returns its result', async () => {
    await begin(
      app,
      `new Promise((resolve, reject) => {
        liff.subWindow.on('submit', resolve)
        liff.subWindow.open({ url: 'https://liff.line.me/${host.liffId('full-2.31.0')}', appData: { from: 'main' } }).catch(reject)
      })`,
    )
    const inside = await appFrame(page, 'line', '/full-2.31.0/')
    expect(await started(inside)).toMatchObject({ init: 'done', inClient: true })
    expect(await inside.evaluate('liff.isSubWindow()')).toBe(true)
    expect(await call(inside, 'liff.subWindow.getAppData()')).toEqual({ from: 'main' })
    await inside.evaluate('void liff.subWindow.submit({ answer: 42 })')
    expect(await outcome(app)).toEqual({ value: { answer: 42 } })
    await gone()
    expect(await app.evaluate('liff.isSubWindow()')).toBe(false)
  })
  await test.step('a shortcut on Android', async () => {
    const url = `https://liff.line.me/${host.liffId(BUILD)}/offer`
    await begin(app, `liff.createShortcutOnHomeScreen({ url: '${url}' })`)
    await expect(layer(page).getByText(url)).toBeVisible()
    await layer(page).getByRole('button', { name: 'เพิ่ม' }).click()
    await gone()
  })
  await test.step('the chat shows what was shared', async () => {
    await page
      .getByRole('button', { name: /^Close/ })
      .first()
      .click()
    await expect(page.getByText('Shared with ครอบครัว')).toBeVisible()
  })
})

test('the share picker outside LINE is a window that receives the messages from the app, unless LINE refuses them', async ({
  page,
  host,
}) => {
  await host.load('not-in-client')
  // The campaign's server sends this Cross-Origin-Opener-Policy.
  await page.goto(`${host.url}/${BUILD}/?opener-policy=same-origin-allow-popups`)
  await started(page)
  await signIn(page)
  const popup = page.waitForEvent('popup')
  await begin(page, SHARE)
  const picker = await popup
  await picker.getByRole('button', { name: 'ส่ง' }).click()
  expect(await outcome(page)).toEqual({ value: { status: 'success' } })
  expect(host.messages().map(({ via, to }) => [via, to])).toEqual([['shareTargetPicker', 'Thanakorn Srisuk']])

  const closed = page.waitForEvent('popup')
  await begin(page, REFUSED_SHARE)
  const unused = await closed
  expect(await outcome(page)).toEqual(REFUSED)
  await expect.poll(() => unused.isClosed()).toBe(true)
  expect(host.messages()).toHaveLength(1)

  // With `same-origin`, the browser cuts the page off from LINE's window, so the SDK sees a closed window.
  await page.goto(`${host.url}/${BUILD}/?opener-policy=same-origin`)
  await started(page)
  await begin(page, SHARE)
  expect(await outcome(page)).toEqual({ value: undefined })
  expect(host.messages()).toHaveLength(1)
})

test('without the panel, LINE’s screens cover the page', async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}#section-2`)
  await page.waitForURL(`**/${BUILD}/**`)
  await started(page)
  expect(new URL(page.url()).hash).toBe('#section-2')
  await begin(page, SHARE)
  await page.frameLocator('iframe[title=LINE]').getByRole('button', { name: 'ส่ง' }).click()
  expect(await outcome(page)).toEqual({ value: { status: 'success' } })
  await expect(page.locator('iframe[title=LINE]')).toHaveCount(0)
})

test('outside LINE, the scanner, consent and add-friend screens open as windows and answer the app', async ({
  page,
  host,
}) => {
  const build = 'full-2.31.0'
  const grants = { [host.userId]: { [host.liffId(build)]: ['profile', 'openid'] } }
  const availability = {
    skipChannelVerificationScreen: { permission: true },
    requestFriendship: { permission: true, minVer: '9.0.0' },
  }
  await host.load('not-in-client+not-friend', { consent: { grants } }, { availability })
  await page.goto(`${host.url}/${build}/`)
  await started(page)
  await signIn(page)
  const opened = async (source: string) => {
    const popup = page.waitForEvent('popup')
    await begin(page, source)
    return popup
  }
  const scanner = await opened('liff.scanCodeV2()')
  await scanner.getByLabel('ข้อความในโค้ด').fill('ใบเสร็จ 42')
  await scanner.getByRole('button', { name: 'สแกน' }).click()
  expect(await outcome(page)).toEqual({ value: { value: 'ใบเสร็จ 42' } })

  const agreement = await opened('liff.permission.requestAll()')
  await agreement.getByRole('button', { name: 'ยกเลิก' }).click()
  expect(await outcome(page)).toMatchObject({ code: 'UNAUTHORIZED' })
  const again = await opened('liff.permission.requestAll()')
  await again.getByRole('button', { name: 'อนุญาต' }).click()
  expect(await outcome(page)).toEqual({ value: undefined })
  expect(await call(page, "liff.permission.query('email')")).toEqual({ state: 'granted' })

  const friend = await opened('liff.requestFriendship()')
  await friend.getByRole('button', { name: 'เพิ่มเพื่อน' }).click()
  expect(await outcome(page)).toEqual({ value: undefined })
  expect(await call(page, 'liff.getFriendship()')).toEqual({ friendFlag: true })
})

test('if the app’s policy forbids frames, LINE’s screens render in the page, and sub-windows open as windows', async ({
  page,
  host,
}) => {
  const violations: string[] = []
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  await page.route(`**/${BUILD}/**`, async route => {
    const response = await route.fetch()
    const policy =
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self'; frame-src 'none'; require-trusted-types-for 'script'"
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL(`**/${BUILD}/**`)
  await started(page)
  await begin(page, SHARE)
  await page.getByLabel('ครอบครัว').check()
  await page.getByRole('button', { name: 'ส่ง' }).click()
  expect(await outcome(page)).toEqual({ value: { status: 'success' } })
  expect(host.messages()).toHaveLength(2)
  expect(violations.some(text => text.includes('frame-src'))).toBe(true)
  await expect(page.getByTitle('LINE')).toHaveCount(0)
  host.patch({ environment: { language: 'ja' } })
  await begin(page, 'liff.scanCodeV2()')
  await expect(page.locator('div[title=LINE]')).toHaveAttribute('lang', 'ja')
  await page.getByRole('button', { name: 'キャンセル' }).click()
  expect(await outcome(page)).toEqual({ value: { value: null } })
  await expect(page.getByTitle('LINE')).toHaveCount(0)

  const window = page.waitForEvent('popup')
  await begin(
    page,
    `new Promise((resolve, reject) => {
      liff.subWindow.on('submit', resolve)
      liff.subWindow.open({ url: 'https://liff.line.me/${host.liffId('full-2.31.0')}' }).catch(reject)
    })`,
  )
  const inside = await window
  expect(await started(inside)).toMatchObject({ init: 'done', inClient: true })
  await inside.evaluate('void liff.subWindow.submit({ answer: 42 })')
  expect(await outcome(page)).toEqual({ value: { answer: 42 } })
  await expect.poll(() => inside.isClosed()).toBe(true)
})
