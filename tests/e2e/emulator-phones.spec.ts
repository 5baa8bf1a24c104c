import type { Frame, Page } from '@playwright/test'
import { appFrame, call, expect, started, test } from '#emulator-tests/kit/liff-test.ts'

const APP = '/full-2.26.1/'
const SECOND_USER = 'U7c1d2e3f40516273849506a7b8c9d0e1'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

/** A script that writes to every kind of storage that an origin has. */
const WRITE = `{
  localStorage.setItem('stored', '1')
  sessionStorage.setItem('stored', '1')
  document.cookie = 'stored=1; path=/; secure; samesite=strict'
  await new Promise(done => { indexedDB.open('stored').onsuccess = ({ target }) => { target.result.close(); done() } })
  await caches.open('stored')
}`
/** An expression that reads the values that `WRITE` stored. */
const READ = `({
  local: localStorage.getItem('stored'), session: sessionStorage.getItem('stored'), cookie: document.cookie.includes('stored=1'),
  databases: (await indexedDB.databases()).map(({ name }) => name).includes('stored'), caches: await caches.has('stored'),
})`
const ALL = { local: '1', session: '1', cookie: true, databases: true, caches: true }
const NOTHING = { local: null, session: null, cookie: false, databases: false, caches: false }

async function openPanel(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/__emulator/`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/')
}

const shown = async (frame: Frame) => ({ ...(await started(frame)), exp: null })

test('LINE and the phone’s browser, and two users of one phone, have separate storage, and a new phone has none', async ({
  page,
  host,
}) => {
  await host.load('friend')
  await openPanel(page, host.url)
  const inLine = await appFrame(page, 'line', APP)
  expect(await shown(inLine)).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
  await call(inLine, WRITE)
  expect(await call(inLine, READ)).toEqual(ALL)

  await page.getByRole('button', { name: /Outside LINE/ }).click()
  const outside = await appFrame(page, 'browser', APP)
  expect(await shown(outside)).toMatchObject({ init: 'done', inClient: false, loggedIn: false })
  expect(await call(outside, READ)).toEqual(NOTHING)
  await outside.evaluate(
    "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)",
  )

  await page.getByRole('button', { name: /Friend of the account/ }).click()
  const again = await appFrame(page, 'line', APP)
  // LINE reopened the app, so sessionStorage is empty. All other data is still stored.
  expect(await call(again, READ)).toEqual({ ...ALL, session: null })
  expect(await again.evaluate('window.fromWorker')).toBeUndefined()

  // "New phone" clears everything that the app has stored, including a cookie that scripts cannot read.
  const { origin } = new URL(again.url())
  await page.context().addCookies([{ name: 'session', value: '1', url: origin, httpOnly: true }])
  await page.getByRole('button', { name: /New phone/ }).click()
  await expect.poll(() => page.frames().includes(again)).toBe(false)
  const cleared = await appFrame(page, 'line', APP)
  expect(await call(cleared, READ)).toEqual(NOTHING)
  expect((await page.context().cookies(origin)).map(({ name }) => name)).not.toContain('session')

  await call(cleared, WRITE)
  await page.getByRole('combobox', { name: 'User', exact: true }).selectOption(SECOND_USER)
  await expect
    .poll(() => page.frames().some(frame => frame.url().includes(SECOND_USER.toLowerCase())))
    .toBe(true)
  const second = await appFrame(page, 'line', APP)
  expect(await started(second)).toMatchObject({ loggedIn: true, sub: SECOND_USER })
  expect(await call(second, READ)).toEqual(NOTHING)
})

test('LINE’s pages and the panel’s shortcuts work across origins', async ({ page, host }) => {
  await host.load('first-consent')
  await openPanel(page, host.url)
  const phone = page.frameLocator('iframe')
  await expect(page.getByRole('region', { name: 'Phone' }).getByText('liff.line.me')).toBeVisible()
  await phone.getByRole('button', { name: 'อนุญาต', exact: true }).click()
  const frame = await appFrame(page, 'line', APP)
  expect(await started(frame)).toMatchObject({ init: 'done', loggedIn: true })
  await phone.locator('h1').click()
  await page.keyboard.press('Alt+c')
  await expect(page.getByRole('region', { name: /Chat with/ })).toBeVisible()
})

test('the panel loads a scenario from its URL, exports and imports it', async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/__emulator/?scenario=not-friend+picker-cancel`)
  const app = await appFrame(page, 'line', APP)
  expect(await call(app, 'liff.getFriendship()')).toEqual({ friendFlag: false })
  expect(await call(app, "liff.shareTargetPicker([{ type: 'text', text: 'x' }])")).toBeUndefined()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('not-friend+picker-cancel.scenario.json')
  await page.getByRole('button', { name: /Friend of the account/ }).click()
  await expect.poll(() => page.frames().includes(app)).toBe(false)
  await page.getByLabel('Scenario file').setInputFiles(await file.path())
  await expect
    .poll(async () => (await (await page.request.get(`${host.url}/__emulator/api/health`)).json()).scenario)
    .toBe('not-friend+picker-cancel')
})

test('the panel calls any SDK function and shows its value or error, and a refused scenario file changes nothing', async ({
  page,
  host,
}) => {
  await host.load('friend')
  await openPanel(page, host.url)
  await started(await appFrame(page, 'line', APP))
  const outcome = page.getByLabel('Outcome')
  const callSdk = async (name: string, args: string) => {
    await page.getByLabel('Function').fill(name)
    await page.getByLabel('Arguments').fill(args)
    await page.getByRole('button', { name: 'Call', exact: true }).click()
  }
  await callSdk('getProfile', '')
  await expect(outcome).toContainText(host.userId)
  await callSdk('permission.query', '"something"')
  await expect(outcome).toContainText('INVALID_ARGUMENT')
  await callSdk('shareTargetPicker', '[{ "type": "text", "text": "จากแผง" }]')
  await expect(outcome).toContainText('Waiting')
  await page.frameLocator('section[aria-label] > iframe').last().getByRole('button', { name: 'ส่ง' }).click()
  await expect(outcome).toContainText('success')
  expect(host.messages().map(({ message }) => message.text)).toEqual(['จากแผง'])
  const fields = [page.getByLabel('Function'), page.getByLabel('Arguments')] as const
  for (const _ of ['permission.query', 'getProfile', 'no earlier call']) await fields[1].press('ArrowUp')
  await expect(fields[0]).toHaveValue('getProfile')
  await fields[1].press('ArrowDown')
  await expect(fields[0]).toHaveValue('permission.query')
  await expect(fields[1]).toHaveValue('"something"')

  // The emulator refuses a wrong file, and the app is open again afterwards.
  const before = host.emulator.export().world.loaded
  const wrong = { ...before, network: { kind: 'down' } }
  const buffer = Buffer.from(JSON.stringify(wrong))
  await page
    .getByLabel('Scenario file')
    .setInputFiles({ name: 'wrong.json', mimeType: 'application/json', buffer })
  await expect(page.getByText('network.kind: expected')).toBeVisible()
  expect(await started(await appFrame(page, 'line', APP))).toMatchObject({ init: 'done', loggedIn: true })
  expect(host.emulator.scenario()).toEqual(before)
})

test('/__emulator/open loads a scenario, or names the known ones', async ({ page, host }) => {
  await page.goto(`${host.url}/__emulator/open?scenario=not-friend`)
  await page.waitForURL(`**${APP}**`)
  await started(page)
  expect(await call(page, 'liff.getFriendship()')).toEqual({ friendFlag: false })

  const before = host.emulator.scenario()
  await page.goto(`${host.url}/__emulator/open?scenario=<b>no-friend`)
  await expect(page.getByRole('heading')).toHaveText('The app could not be opened')
  await expect(page).toHaveTitle('The app could not be opened')
  await expect(page.getByText('“<b>no-friend”')).toBeVisible()
  await expect(page.getByText('not-friend, blocked,')).toBeVisible()
  expect(host.emulator.scenario()).toEqual(before)
})
