import type { Page } from '@playwright/test'
import type { LiffHost } from '#tests/kit/liff-host.ts'
import { expect, started, test } from '#tests/kit/liff-test.ts'

const BUILD = 'full-2.26.1'

/** Signs in outside LINE on Android, and returns what the SDK did when the browser came back. */
async function returnFromLogin(page: Page, host: LiffHost, loginReferrer: string, os = 'android') {
  await host.load('not-in-client', { environment: { os, loginReferrer } })
  await page.goto(`${host.url}/${BUILD}/`)
  await started(page)
  const before = host.asked().length
  await page.evaluate('liff.login()')
  await page.waitForURL(/liffClientId/)
  return () =>
    host
      .asked()
      .slice(before)
      .map(path => new URL(path, host.url).searchParams)
      .filter(query => query.has('liffClientId'))
      .map(query => query.get('liffIsEscapedFromApp'))
}

test('a login on Android that returns from access.line.me loads the page again', async ({ page, host }) => {
  const loads = await returnFromLogin(page, host, 'access.line.me')
  await page.waitForURL(/liffIsEscapedFromApp=true/)
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true })
  expect(loads()).toEqual([null, 'true'])
  expect(await page.evaluate('document.referrer')).toContain('liffClientId')

  const onIos = await returnFromLogin(page, host, 'access.line.me', 'ios')
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true })
  expect(await page.evaluate('document.referrer')).toBe('https://access.line.me/')
  expect(onIos()).toEqual([null])
})

for (const [loginReferrer, referrer] of [
  ['android-app', 'android-app://jp.naver.line.android/'],
  ['none', ''],
] as const)
  test(`a login on Android that returns with the referrer "${referrer}" asks the user to open a browser`, {
    tag: loginReferrer === 'none' ? '@nightly' : [],
  }, async ({ page, host }) => {
    await returnFromLogin(page, host, loginReferrer)
    const alert = page.getByRole('dialog')
    await expect(alert).toContainText('เปิดในเบราว์เซอร์')
    expect(await page.evaluate('document.referrer')).toBe(referrer)
    const opened = page.context().waitForEvent('page')
    await alert.getByRole('button').click()
    const tab = await opened
    await tab.waitForURL(/liffIsEscapedFromApp=true/)
    expect(await started(tab)).toMatchObject({ init: 'done', loggedIn: true })
  })

test('LINE Login can return in a browser without the app’s data', async ({ page, host }) => {
  await host.load('other-browser', { environment: { os: 'ios' } })
  await page.goto(`${host.url}/${BUILD}/`)
  await started(page)
  await page.evaluate("localStorage.setItem('draft', 'text'); document.cookie = 'cart=1'")
  await page.evaluate('liff.login()')
  await page.waitForURL(/^http:\/\/other-u[0-9a-f]{32}\.phone\.localhost:.*liffClientId/)
  // The SDK silently drops the code of a login that began elsewhere.
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: false })
  expect(await page.evaluate("[localStorage.getItem('draft'), document.cookie]")).toEqual([null, ''])

  // The user signs in again in the browser to which LINE returned, and is still signed out in the first browser.
  await page.goto(`${new URL(page.url()).origin}/${BUILD}/`)
  await started(page)
  await page.evaluate('liff.login()')
  await page.waitForURL(/liffClientId/)
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true })
  await page.goto(`${host.url}/${BUILD}/`)
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: false })
  expect(await page.evaluate("[localStorage.getItem('draft'), document.cookie]")).toEqual(['text', 'cart=1'])
})
