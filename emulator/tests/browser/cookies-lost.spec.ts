import type { Page } from '@playwright/test'
import type { LiffHost } from '#tests/kit/liff-host.ts'
import { expect, started, test } from '#tests/kit/liff-test.ts'

const BUILD = 'full-2.26.1'

async function open(page: Page, host: LiffHost) {
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL(`**/${BUILD}/**`)
  return started(page)
}

test('a browser that has lost its cookies keeps the other storage', async ({ page, context, host }) => {
  const names = async () => (await context.cookies(host.url)).map(({ name }) => name)
  await host.load('friend')
  await open(page, host)
  await page.evaluate(
    "localStorage.setItem('draft', 'text'); document.cookie = '__Secure-cart=1; path=/; secure'",
  )
  await context.addCookies([{ name: 'session', value: 'x', url: host.url, httpOnly: true }])
  await open(page, host)
  expect(await names()).toEqual(expect.arrayContaining(['__Secure-cart', 'session']))

  host.patch({ environment: { cookies: 'lost' } })
  expect(await open(page, host)).toMatchObject({ init: 'done', loggedIn: true })
  expect((await names()).filter(name => !name.startsWith('LIFF_STORE:'))).toEqual([])
  expect(await page.evaluate("localStorage.getItem('draft')")).toBe('text')
})

test('outside LINE, a user whose browser has lost its cookies signs in again at each opening', async ({
  page,
  host,
}) => {
  const login = async () => {
    await page.evaluate('liff.login()')
    await page.waitForURL(/liffClientId/)
    return started(page)
  }
  await host.load('not-in-client', { environment: { os: 'ios' } })
  await open(page, host)
  await login()
  expect(await open(page, host)).toMatchObject({ loggedIn: true })
  host.patch({ environment: { cookies: 'lost' } })
  expect(await open(page, host)).toMatchObject({ init: 'done', loggedIn: false })
  expect(await login()).toMatchObject({ init: 'done', loggedIn: true })
})
