import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'
import { appFrame, call, expect, started, test } from '#emulator-tests/kit/liff-test.ts'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

const BUILD = 'full-2.26.1'
const require = createRequire(import.meta.url)
const PLUGIN = require.resolve('@line/liff-common-profile-plugin')

const PROFILE = {
  'family-name': 'ใจดี',
  'given-name': 'สมหญิง',
  'bday-year': 1990,
  tel: '0812345678',
  'postal-code': '10110',
}

async function inLine(page: Page, host: LiffHost): Promise<void> {
  await page.goto(`${host.url}/__line/miniapp.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL(`**/${BUILD}/**`)
  expect(await started(page)).toMatchObject({ init: 'done', inClient: true })
  await page.addScriptTag({ path: PLUGIN })
  await page.evaluate('liff.use(new liffCommonProfile.LiffCommonProfilePlugin()); 0')
}

const begin = (page: Page, source: string) =>
  page.evaluate(
    `window.outcome = ${source}.then(value => ({ value }), ({ code, message }) => ({ code, message })); 0`,
  )
const outcome = (page: Page) => page.evaluate('window.outcome')
const screen = (page: Page) => page.frameLocator('iframe[title=LINE]').last()

const withProfile = (host: LiffHost) => [{ ...host.emulator.scenario().users[0], commonProfile: PROFILE }]

test('LINE’s plugin gets the common profile after consent and fills the form', async ({ page, host }) => {
  await host.load('mini-app')
  host.patch({ users: withProfile(host) })
  await inLine(page, host)
  await begin(page, 'liff.$commonProfile.get()')
  expect(await outcome(page)).toMatchObject({ message: expect.stringContaining('have not agreed') })
  await begin(page, 'liff.permission.requestAll()')
  await expect(screen(page).getByText('โปรไฟล์ทั่วไป')).toBeVisible()
  await screen(page).getByRole('button', { name: 'อนุญาต' }).click()
  expect(await outcome(page)).toEqual({ value: undefined })
  await begin(page, "liff.$commonProfile.get(['family-name', 'given-name', 'tel', 'email'])")
  await expect(screen(page).getByText('0812345678')).toBeVisible()
  await expect(screen(page).getByText('10110')).toHaveCount(0)
  await screen(page).getByRole('button', { name: 'กรอกอัตโนมัติ' }).click()
  const expected = { 'family-name': 'ใจดี', 'given-name': 'สมหญิง', tel: '0812345678' }
  expect(await outcome(page)).toEqual({ value: expected })
  await page.evaluate(() => {
    document.body.innerHTML =
      '<input data-liff-autocomplete="tel"><input data-liff-autocomplete="family-name"><input data-liff-autocomplete="email">'
  })
  await page.evaluate('outcome.then(({ value }) => liff.$commonProfile.fill(value))')
  const inputs = page.locator('input')
  await expect(inputs.nth(0)).toHaveValue('0812345678')
  await expect(inputs.nth(1)).toHaveValue('ใจดี')
  await expect(inputs.nth(2)).toHaveValue('')
})

test('the plugin gets null from a user who cancels, and test data from getDummy', async ({ page, host }) => {
  await host.load('mini-app')
  host.patch({ users: withProfile(host), consent: { initially: 'granted' } })
  await inLine(page, host)
  await begin(page, 'liff.$commonProfile.get()')
  await screen(page).getByRole('button', { name: 'ยกเลิก' }).click()
  expect(await outcome(page)).toEqual({ value: null })
  await begin(page, "liff.$commonProfile.get(['email'])")
  await expect(screen(page).getByRole('button', { name: 'กรอกอัตโนมัติ' })).toHaveCount(0)
  await screen(page).getByRole('button', { name: 'ยกเลิก' }).click()
  expect(await outcome(page)).toEqual({ value: null })
  await begin(page, "liff.$commonProfile.getDummy(['family-name', 'sex-enum'], 1)")
  await screen(page).getByRole('button', { name: 'กรอกอัตโนมัติ' }).click()
  expect(await outcome(page)).toEqual({ value: { 'family-name': expect.any(String), 'sex-enum': 1 } })
})

test('an unverified MINI App gets an error, no shortcut and no permissions', async ({ page, host }) => {
  await host.load('mini-app-unverified')
  await inLine(page, host)
  await begin(page, 'liff.$commonProfile.get()')
  expect(await outcome(page)).toMatchObject({ message: expect.stringContaining('have not agreed') })
  const url = 'location.origin + location.pathname'
  await begin(page, `liff.createShortcutOnHomeScreen({ url: ${url} })`)
  expect(await outcome(page)).toMatchObject({ code: 'FORBIDDEN' })
  await begin(page, 'liff.permission.requestAll()')
  expect(await outcome(page)).toMatchObject({ code: 'FORBIDDEN' })
})

test('with the consent simplification, getProfile asks for the scope that the app does not have yet', async ({
  page,
  host,
}) => {
  await host.load('mini-app')
  await inLine(page, host)
  expect(await call(page, 'liff.getDecodedIDToken().name ?? null')).toBeNull()
  await begin(page, 'liff.getProfile()')
  await screen(page).getByRole('button', { name: 'อนุญาต' }).click()
  expect(await outcome(page)).toMatchObject({ value: { displayName: 'Somying Jaidee' } })
  const link = await call(page, 'liff.permanentLink.createUrlBy(location.origin + location.pathname)')
  expect(link).toBe(`https://miniapp.line.me/${host.liffId(BUILD)}`)
})

test('one click in the panel makes the app a MINI App, changes its header, its channel and the user’s role, and opens it again', async ({
  page,
  host,
}) => {
  await host.load('friend')
  await page.goto(`${host.url}/__emulator/`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/')
  const app = () => appFrame(page, 'line', `/${BUILD}/`)
  const context = async () => call<Record<string, unknown>>(await app(), 'liff.getContext()')
  const choose = (name: string) => page.locator('fieldset label').getByText(name, { exact: true }).click()
  const header = page.locator('header').filter({ has: page.getByRole('button', { name: 'LIFF menu' }) })
  expect(await context()).toMatchObject({ miniDomainAllowed: false })
  await choose('Verified')
  await expect(header.locator('small')).toHaveText(`${host.emulator.scenario().apps[0]?.name} ✓`)
  await expect
    .poll(context)
    .toMatchObject({ miniDomainAllowed: true, availability: { addToHomeV2: { permission: true } } })
  await choose('Unverified')
  await expect(header.locator('small')).toContainText('localhost')
  await expect.poll(context).toMatchObject({ availability: { addToHomeV2: { permission: false } } })
  await choose('Developing')
  await expect.poll(context).toMatchObject({ availability: { addToHomeV2: { permission: true } } })
  await page.getByRole('combobox', { name: 'Role of the user on the channel' }).selectOption('None')
  await expect(page.frameLocator('iframe[title="The app"]').getByRole('heading')).toContainText('400')
  await choose('LIFF app')
  await expect.poll(context).toMatchObject({ miniDomainAllowed: false })
})
