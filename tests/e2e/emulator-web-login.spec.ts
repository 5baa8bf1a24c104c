import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '#emulator/playwright/back-end.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

/**
 * Tests a website with Auth.js and its LINE provider under `liff-emulator exec`. The website contains no code for the
 * emulator, and the browser cannot reach the real LINE.
 */
const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const CLI = path('emulator/bin/liff-emulator.js')

/** The website. `url` is its address at the emulator, and `appUrl` is its own address. */
type Website = { readonly url: string; readonly appUrl: string; readonly child: ChildProcess }

async function startWebsite(): Promise<Website> {
  const [port, emulatorPort] = [await freePort(), await freePort()]
  const appUrl = `http://localhost:${port}`
  const url = `http://localhost:${emulatorPort}`
  const words = ['exec', appUrl, '--port', String(emulatorPort), '--']
  const child = spawn(
    process.execPath,
    [CLI, ...words, process.execPath, path('tests/fixtures/web-login.mjs')],
    { stdio: 'inherit', env: { ...process.env, PORT: String(port) } },
  )
  await expect
    .poll(
      () =>
        fetch(url).then(
          answer => answer.status,
          () => 0,
        ),
      { timeout: 60_000, intervals: [100] },
    )
    .toBe(200)
  return { url, appUrl, child }
}

/** Stops `exec`, which forwards the signal to the website. */
async function stopWebsite({ child }: Website): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

type Fixtures = {
  /** Loads a named scenario and clears the request log. */
  readonly load: (name: string) => Promise<void>
  /** The browser's requests that bypass the emulator: to the real LINE, or to the website's own server. */
  readonly elsewhere: readonly string[]
}

/** The tests share the website. Each test has its own browser, without the website's cookies. */
const test = base.extend<Fixtures, { website: Website }>({
  website: [simpleFixture(startWebsite, stopWebsite), { scope: 'worker' }],
  load: ({ website }, use) =>
    use(async name => {
      const body = JSON.stringify({ name })
      const answer = await fetch(`${website.url}/__emulator/api/scenario`, { method: 'POST', body })
      expect(answer.status).toBe(200)
      await fetch(`${website.url}/__emulator/api/requests`, { method: 'DELETE' })
    }),
  elsewhere: async ({ page, website }, use) => {
    const urls: string[] = []
    page.on('request', request => {
      // Auth.js shows icons from its own website.
      if (!/^https:\/\/authjs\.dev\//.test(request.url()) && new URL(request.url()).origin !== website.url)
        urls.push(request.url())
    })
    await use(urls)
  },
})

/** Opens the website and presses the Auth.js button for LINE. */
async function startLogin(page: Page, { url }: Pick<Website, 'url'>) {
  await page.goto(url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /LINE/ }).click()
}

test('a user signs in to a website with Auth.js through LINE’s screens, and the session contains the user', async ({
  page,
  website,
  load,
  elsewhere,
}) => {
  await load('first-consent+login-screen')
  await startLogin(page, website)
  await page.getByLabel('อีเมล').fill('thanakorn.s@example.com')
  await page.getByLabel('รหัสผ่าน').fill('any password')
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click()
  await page.getByRole('checkbox', { name: /เพิ่ม Campaign เป็นเพื่อน/ }).check()
  await page.getByRole('button', { name: 'อนุญาต', exact: true }).click()
  await expect(page.getByRole('heading')).toHaveText('Hello, Thanakorn Srisuk')
  await expect(page.locator('#email')).toHaveText('thanakorn.s@example.com')
  expect(new URL(page.url()).origin).toBe(website.url)
  const session = await page.evaluate(() => fetch('/auth/session').then(answer => answer.json()))
  expect(session.user).toMatchObject({ name: 'Thanakorn Srisuk', email: 'thanakorn.s@example.com' })
  const log = await (await fetch(`${website.url}/__emulator/api/requests`)).json()
  expect(log).toContainEqual(
    expect.objectContaining({ url: 'https://api.line.me/oauth2/v2.1/token', via: 'server', status: 200 }),
  )
  expect(elsewhere).toEqual([])
})

test('a user who declines gets no session', async ({ page, website, load, elsewhere }) => {
  await load('first-consent')
  await startLogin(page, website)
  const declined = page.waitForRequest(/\/auth\/callback\/line\?/)
  await page.getByRole('button', { name: 'ยกเลิก' }).click()
  expect(new URL((await declined).url()).searchParams.get('error')).toBe('ACCESS_DENIED')
  await expect(page).toHaveURL(/error/)
  expect(new URL(page.url()).origin).toBe(website.url)
  await page.goto(website.url)
  await expect(page.getByRole('heading')).toHaveText('Shop')
  expect(elsewhere).toEqual([])
})

test('the login also leads to the emulated LINE if the browser opened the website’s own address', async ({
  page,
  website,
  load,
  elsewhere,
}) => {
  await load('friend')
  await startLogin(page, { url: website.appUrl })
  await expect(page.getByRole('heading')).toHaveText('Hello, Somying Jaidee')
  expect(new URL(page.url()).origin).toBe(website.url)
  expect(elsewhere.filter(url => !url.startsWith(website.appUrl))).toEqual([])
})
