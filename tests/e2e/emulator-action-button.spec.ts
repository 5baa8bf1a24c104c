import type { Frame, Page } from '@playwright/test'
import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'
import { appFrame, call, expect, started, test } from '#emulator-tests/kit/liff-test.ts'
import { fillAndEnter } from '#tests/kit/keyboard.ts'
import { violationsIn } from '#tools/axe.ts'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

const BUILD = 'full-2.26.1'
const APP = `/${BUILD}/`
/** Scopes with which LINE can minimize an app. */
const scopes = ['openid', 'profile']

async function openPanel(page: Page, host: LiffHost, lineVersion: string, everyApp: object = {}) {
  await host.load('friend', { environment: { lineVersion, os: 'ios' } }, { scopes, ...everyApp })
  await page.goto(`${host.url}/__emulator/`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/')
  await started(await appFrame(page, 'line', APP))
}

const menu = (page: Page) => page.getByRole('dialog')
const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const pick = (page: Page, name: string) => menu(page).getByRole('button', { name, exact: true }).click()
const goTo = async (page: Page, path: string) =>
  (await appFrame(page, 'line', APP)).evaluate(to => history.pushState(null, '', to), APP + path)

/** Returns the names of LINE's own items: the buttons above the line that introduces the emulator's items. */
const itemsOf = (page: Page) =>
  menu(page).evaluate(box => {
    const names = [...box.children].map(({ textContent }) => textContent ?? '')
    return names.slice(1, names.indexOf('Only in the emulator'))
  })

test('the menu of a MINI App shares the open page, changes its permissions and keeps favorites on the phone', async ({
  page,
  host,
}) => {
  await openPanel(page, host, '26.7.0', { miniApp: {} })
  await goTo(page, 'menu?a=1#top')
  await tap(page, 'LIFF menu')
  expect(await itemsOf(page)).toEqual([
    ...['All tabs', 'Refresh', 'Minimize browser', 'Share', 'Add to Home', 'Add to favorites'],
    ...['Permission settings', 'About the service', 'Report'],
  ])
  expect(await violationsIn(page, '[role=dialog]')).toEqual([])
  await pick(page, 'Share')
  const picker = page.frameLocator('section section iframe').last()
  await picker.getByRole('checkbox', { name: 'Thanakorn Srisuk' }).check()
  await picker.getByRole('button', { name: 'ส่ง', exact: true }).click()
  await expect.poll(() => host.messages().length).toBeGreaterThan(0)
  const link = `https://miniapp.line.me/${host.liffId(BUILD)}/menu?a=1#top`
  const [message] = host.messages().slice(-1)
  expect(message).toMatchObject({ via: 'shareTargetPicker', to: 'Thanakorn Srisuk' })
  expect(JSON.stringify(message)).toContain(`"uri":"${link}"`)
  await expect(page.locator('section section iframe')).toHaveCount(0)
  expect((await appFrame(page, 'line', APP)).url()).toContain('menu?a=1#top')

  // The permission settings take effect on the app's access to devices when the page is reloaded.
  const allowed = async () =>
    call(
      await appFrame(page, 'line', APP),
      "['camera', 'microphone'].map(name => document.featurePolicy.allowsFeature(name))",
    )
  expect(await allowed()).toEqual([true, true])
  await tap(page, 'LIFF menu')
  await pick(page, 'Permission settings')
  await menu(page).getByRole('checkbox', { name: 'Camera' }).uncheck()
  expect(await violationsIn(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  expect(await allowed()).toEqual([true, true])
  await tap(page, 'LIFF menu')
  await pick(page, 'Refresh')
  // The page may be replaced during the check.
  await expect.poll(() => allowed().catch(() => null)).toEqual([false, true])

  await tap(page, 'LIFF menu')
  await pick(page, 'Add to favorites')
  await page.reload()
  await started(await appFrame(page, 'line', APP))
  await tap(page, 'LIFF menu')
  await pick(page, 'Remove from favorites')
  await tap(page, 'LIFF menu')
  await expect(menu(page).getByRole('button', { name: 'Add to favorites' })).toBeVisible()
})

test('a minimized app keeps its page while the user is in the chat', async ({ page, host }) => {
  await openPanel(page, host, '15.20.0', { miniApp: {} })
  const app = await appFrame(page, 'line', APP)
  await app.evaluate('window.kept = true; 0')
  await tap(page, 'Minimize the app')
  await expect(page.getByRole('region', { name: /^Chat with/ })).toBeVisible()
  expect(await violationsIn(page, '[data-minimized]')).toEqual([])
  await tap(page, `Open ${BUILD}`)
  await expect(page.getByRole('region', { name: /^Chat with/ })).toHaveCount(0)
  expect(await call(app, 'window.kept')).toBe(true)
  await tap(page, 'Minimize the app')
  await tap(page, 'Close the app')
  await expect(page.getByRole('button', { name: `Open ${BUILD}`, exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Chat with/ })).toBeVisible()
})

async function openOther(
  page: Page,
  host: LiffHost,
  build: Parameters<LiffHost['liffId']>[0],
): Promise<Frame> {
  const link = `https://liff.line.me/${host.liffId(build)}`
  await fillAndEnter(page.getByRole('textbox', { name: 'Message', exact: true }), link)
  await page.getByRole('link', { name: link }).last().click()
  const app = await appFrame(page, 'line', `/${build}/`)
  await started(app)
  return app
}

test('the multi-tab view lists the apps that were used last, LINE resumes the page that the user left, and a new phone none', async ({
  page,
  host,
}) => {
  await openPanel(page, host, '15.12.0')
  const app = await appFrame(page, 'line', APP)
  await goTo(page, 'menu?a=1')
  await app.evaluate("window.kept = true; sessionStorage.setItem('own', 'first')")
  const token = await call(app, 'liff.getAccessToken()')
  const other = 'full-2.31.0'
  await tap(page, 'Close the app')
  const second = await openOther(page, host, other)
  expect(await second.evaluate("sessionStorage.getItem('own')")).toBeNull()
  await second.evaluate("window.kept = true; sessionStorage.setItem('own', 'second')")
  await tap(page, 'LIFF menu')
  const services = menu(page).getByRole('listitem')
  await expect(services).toHaveText([new RegExp(`${other}.*Open now`), new RegExp(`${BUILD}.*menu`)])
  expect(await violationsIn(page, '[role=dialog]')).toEqual([])
  await services.last().getByRole('button').click()
  await expect.poll(() => call(app, "sessionStorage.getItem('own')")).toBe('first')
  expect(await call(app, 'window.kept')).toBe(true)
  expect(app.url()).toContain(`${APP}menu?a=1`)
  expect(await call(app, 'liff.getAccessToken()')).toBe(token)
  expect(await call(app, "liff.permission.query('profile')")).toEqual({ state: 'granted' })
  await tap(page, 'LIFF menu')
  await expect(services).toHaveText([new RegExp(BUILD), new RegExp(other)])
  // Switches between the apps without going through the chat.
  await services.last().getByRole('button').click()
  await expect.poll(() => call(second, "sessionStorage.getItem('own')")).toBe('second')
  expect(await call(second, 'window.kept')).toBe(true)
  await tap(page, 'LIFF menu')
  await services.first().getByRole('button').click()
  await expect(menu(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'New phone' }).click()
  await expect.poll(() => page.frames().includes(second)).toBe(false)
  await started(await appFrame(page, 'line', APP))
  await tap(page, 'LIFF menu')
  await services.filter({ hasText: other }).getByRole('button').click()
  const again = await appFrame(page, 'line', `/${other}/`)
  await started(again)
  expect(await call(again, "[window.kept ?? null, sessionStorage.getItem('own')]")).toEqual([null, null])
})

test('LINE reloads an app after 12 hours, or if the user left it by a link', async ({ page, host }) => {
  await openPanel(page, host, '15.12.0', { scopes: ['openid', 'profile', 'chat_message.write'] })
  const app = await appFrame(page, 'line', APP)
  await goTo(page, 'menu?a=1')
  await app.evaluate('window.kept = true; 0')
  const sent = "liff.sendMessages([{ type: 'text', text: 'Hello' }]).then(() => 'sent', error => error.code)"
  expect(await call(app, sent)).toBe('sent')
  await tap(page, 'Close the app')
  const other = 'full-2.31.0'
  const second = await openOther(page, host, other)
  await second.evaluate('window.kept = true; 0')
  const later = Date.now() + 13 * 3_600_000
  host.emulator.control.clock({ freeze: later })
  const time = await page.evaluate(
    at => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(at),
    later,
  )
  await expect(page.getByText(time, { exact: true }).first()).toBeVisible()
  await tap(page, 'LIFF menu')
  await menu(page).getByRole('listitem').last().getByRole('button').click()
  await expect.poll(async () => (await appFrame(page, 'line', APP)).url()).toContain(`${APP}menu?a=1`)
  const loaded = await appFrame(page, 'line', APP)
  expect(await call(loaded, 'window.kept ?? null')).toBeNull()
  expect(loaded.url()).not.toContain('reload')
  expect(await call(loaded, sent)).toBe('403')
  // A link opens the app at its start, even while LINE keeps the app's page.
  await tap(page, 'Close the app')
  const again = await openOther(page, host, other)
  expect(await call(again, 'window.kept ?? null')).toBeNull()
  host.emulator.control.clock({ resume: true })
})

test('LINE cannot share a page of a LIFF app outside its endpoint', async ({ page, host }) => {
  await openPanel(page, host, '14.11.0', { scopes: ['openid', 'chat_message.write'] })
  await (await appFrame(page, 'line', APP)).evaluate(() => history.pushState(null, '', '/elsewhere/'))
  await tap(page, 'LIFF menu')
  expect(await itemsOf(page)).toEqual(['Refresh', 'Share', 'Permission settings'])
  await pick(page, 'Share')
  await expect(menu(page)).toContainText('does not start with the app’s endpoint URL')
  expect(await violationsIn(page, '[role=dialog]')).toEqual([])
  await pick(page, 'Close this screen')
})
