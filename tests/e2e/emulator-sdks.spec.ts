import { expect, type Page, test } from '@playwright/test'
import { createLiffEmulator } from '#emulator/index.ts'
import { createLineFixture } from '#emulator/playwright/line.ts'
import { startProxy } from '#emulator/proxy/start.ts'
import { installOlderSdk, OLDER_SDKS } from '#tests/kit/older-sdks.ts'

/** Runs an app with each version of the unmodified SDK from npm instead of the SDK on LINE's CDN. */

const app = 'emulator/examples/plain-html'

async function withSdk(
  page: Page,
  sdkName: string,
  sdkFrom: string,
  use: (line: ReturnType<typeof createLineFixture>) => Promise<void>,
) {
  const emulator = await createLiffEmulator({ scenario: 'friend' })
  const running = await startProxy({ emulator, app, sdkFrom, sdkName })
  try {
    await use(createLineFixture({ emulator, url: running.url, page }))
  } finally {
    await running.close()
    await emulator.close()
  }
}

async function checkSdk(page: Page, version: string, sdkName: string, sdkFrom: string): Promise<void> {
  await withSdk(page, sdkName, sdkFrom, async line => {
    const hello = page.locator('#hello')
    line.patch({ screens: { sharePicker: 'send' } })
    await line.open('/?a=1#b')
    await expect(hello).toHaveText('Hello, Somying Jaidee')
    expect(await page.evaluate('liff.getVersion()')).toBe(version)
    expect(await page.evaluate('[liff.isInClient(), liff.getDecodedIDToken().name]')).toEqual([
      true,
      'Somying Jaidee',
    ])
    expect(new URL(page.url())).toMatchObject({ search: '?a=1', hash: '#b' })
    expect(await page.evaluate('liff.getFriendship()')).toEqual({ friendFlag: true })
    await page.evaluate('liff.sendMessages([{ type: "text", text: "sent" }])')
    await page.locator('#share').click()
    await expect(page.locator('#result')).toHaveText('Shared')
    expect(line.chat().map(({ message }) => message)).toEqual([
      { type: 'text', text: 'sent' },
      { type: 'text', text: 'Look at this' },
    ])
    line.load('not-in-client')
    await page.goto(`${line.url}/`)
    await expect(hello).toHaveText('Hello, Somying Jaidee')
    expect(await page.evaluate('[liff.isInClient(), liff.isLoggedIn()]')).toEqual([false, true])
    expect(line.timeline().flatMap(({ error }) => error ?? [])).toEqual([])
  })
}

for (const [version, name] of [
  ['2.26.1', '@line/liff'],
  ['2.31.0', 'liff-2.31.0'],
] as const)
  test(`SDK ${version} signs in, shares and sends, inside LINE and outside`, ({ page }) =>
    checkSdk(page, version, name, process.cwd()))

for (const version of OLDER_SDKS)
  test(`SDK ${version}, an older one, signs in, shares and sends`, { tag: '@nightly' }, async ({ page }) => {
    const home = installOlderSdk(version)
    test.skip(home === null, `npm cannot install @line/liff ${version} here`)
    await checkSdk(page, version, '@line/liff', home ?? '')
  })
