import type { Page } from '@playwright/test'
import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'
import type { SdkBuild } from '#emulator-tests/kit/liff-page.ts'
import { call, expect, started, test } from '#emulator-tests/kit/liff-test.ts'
import { resize } from '#tests/kit/resize.ts'

test.use({ locale: 'en-US' })

async function inLine(page: Page, host: LiffHost, build: SdkBuild): Promise<void> {
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(build)}`)
  await page.waitForURL(`**/${build}/**`)
  expect(await started(page)).toMatchObject({ init: 'done', inClient: true })
}

const begin = (page: Page, source: string) =>
  page.evaluate(
    `window.outcome = ${source}.then(value => ({ value }), ({ code, message }) => ({ code, message })); 0`,
  )
const outcome = (page: Page) => page.evaluate('window.outcome')
const screen = (page: Page) => page.frameLocator('iframe[title=LINE]').last()

const allowed = { permission: true, minVer: '7.0.0' }

test('an older LINE has a scanner, an advertising id and terms of purchase', async ({ page, host }) => {
  const availability = { getAdvertisingId: allowed, iap: allowed }
  await host.load(
    'friend',
    { environment: { lineVersion: '9.18.0' }, device: { advertisingId: 'idfa-1' } },
    { availability },
  )
  await inLine(page, host, 'full-2.26.1')
  expect(await call(page, 'liff.getAdvertisingId()')).toBe('idfa-1')
  await begin(page, 'liff.scanCode()')
  await screen(page).getByLabel('ข้อความในโค้ด').fill('STORE-0042')
  await screen(page).getByRole('button', { name: 'สแกน' }).click()
  expect(await outcome(page)).toEqual({ value: { value: 'STORE-0042' } })
  await begin(page, 'liff.iap.requestConsentAgreement()')
  await screen(page).getByRole('button', { name: 'ไม่ยอมรับ' }).click()
  expect(await outcome(page)).toMatchObject({ code: 'TERMS_AGREEMENT_ERROR' })
  await begin(page, 'liff.iap.requestConsentAgreement()')
  await screen(page).getByRole('button', { name: 'ยอมรับ', exact: true }).click()
  expect(await outcome(page)).toEqual({ value: undefined })
})

test('a silent bridge answers nothing until it answers again', async ({ page, host }) => {
  await host.load('silent-bridge', {}, { availability: { getAdvertisingId: allowed } })
  await inLine(page, host, 'full-2.26.1')
  await page.evaluate('window.seen = []; liff.getAdvertisingId().then(id => window.seen.push(id)); 0')
  await call(page, 'liff.getProfile()')
  expect(await page.evaluate('window.seen')).toEqual([])
  host.patch({ device: { bridge: 'answers' } })
  await expect.poll(() => page.evaluate('window.seen.length')).toBe(1)
})

test('a user who has refused only the messages gets LINE’s text for sendMessages', async ({ page, host }) => {
  await host.load('partial-consent')
  await inLine(page, host, 'full-2.26.1')
  expect(await call(page, "liff.permission.query('email')")).toEqual({ state: 'prompt' })
  await begin(page, "liff.sendMessages([{ type: 'text', text: 'x' }])")
  expect(await outcome(page)).toEqual({ code: '403', message: "user doesn't grant required permissions yet" })
  expect(host.messages()).toEqual([])
})

test('SDK 2.31.0 gets calls, recordings, calendar, friends and purchases', async ({ page, host }) => {
  const availability = {
    activityGetCallState: allowed,
    activityGetRecordingState: allowed,
    calendarRead: allowed,
    lineCalendarWrite: allowed,
    requestFriendship: allowed,
    iap: allowed,
  }
  const lunch = { title: 'ข้าวกลางวัน', startTime: 1_800_000_000_000, endTime: 1_800_003_600_000 }
  const device = { callState: { isInCall: true }, recordingState: { isRecording: false }, calendar: [lunch] }
  await host.load('not-friend', { device }, { availability, context: { isIapSandbox: true } })
  await inLine(page, host, 'full-2.31.0')
  expect(await call(page, 'liff.activity.getCallState()')).toEqual({ isInCall: true })
  expect(await call(page, 'liff.activity.getRecordingState()')).toEqual({ isRecording: false })
  const between = '{ startTime: new Date(1_800_000_000_000), endTime: new Date(1_800_000_001_000) }'
  expect(await call(page, `liff.calendar.getEvents(${between})`)).toMatchObject({
    events: [{ title: 'ข้าวกลางวัน' }],
  })
  expect(await call(page, "liff.calendar.showEventCreationModal({ title: 'พบกัน' })")).toBeUndefined()
  await begin(page, 'liff.requestFriendship()')
  await screen(page).getByRole('button', { name: 'ไม่ใช่ตอนนี้' }).click()
  expect(await outcome(page)).toMatchObject({ code: 'UNAUTHORIZED' })
  await begin(page, 'liff.requestFriendship()')
  await screen(page).getByRole('button', { name: 'เพิ่มเพื่อน' }).click()
  expect(await outcome(page)).toEqual({ value: undefined })
  expect(await call(page, 'liff.getFriendship()')).toEqual({ friendFlag: true })
  page.once('dialog', dialog => void dialog.accept())
  expect(await call(page, "liff.iap.createPayment({ productId: 'gem', orderId: 'o1' })")).toBeUndefined()
  page.once('dialog', dialog => void dialog.dismiss())
  await begin(page, "liff.iap.createPayment({ productId: 'gem', orderId: 'o2' })")
  expect(await outcome(page)).toMatchObject({ code: 'CANCELED' })
})

test('on iOS the shortcut page opens in a new tab, and scripts see dark mode', async ({ page, host }) => {
  await host.load('friend', { environment: { os: 'ios', colorScheme: 'dark' } })
  await inLine(page, host, 'full-2.26.1')
  expect(await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(true)
  expect(await page.evaluate("document.documentElement.style.getPropertyValue('color-scheme')")).toBe(
    'light dark',
  )
  const url = `https://liff.line.me/${host.liffId('full-2.26.1')}/offer`
  const popup = page.waitForEvent('popup')
  await begin(page, `liff.createShortcutOnHomeScreen({ url: '${url}' })`)
  const shortcut = await popup
  await expect(shortcut.getByText(url)).toBeVisible()
  await shortcut.getByRole('button', { name: 'เพิ่ม' }).click()
  await expect(shortcut.getByRole('heading', { name: 'เพิ่มลงหน้าจอหลักแล้ว' })).toBeVisible()
})

test('an unknown LIFF id makes init fail, and the panel shows the wrong id', async ({ page, host }) => {
  await resize(page, { width: 1440, height: 900 })
  await host.load('not-in-client')
  const apps = [{ liffId: '2000000009-Stranger', name: 'Other', endpointUrl: '/full-2.26.1/' }]
  host.patch({ apps })
  await page.goto(`${host.url}/__emulator/`)
  await expect(page.getByText(/The app uses the LIFF ID/)).toContainText(host.liffId('full-2.26.1'))
  await page.goto(`${host.url}/full-2.26.1/`)
  expect((await started(page)).init).toBe('404: liff app not found')
})
