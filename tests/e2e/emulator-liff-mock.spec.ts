import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { createServer, type PluginOption } from 'vite'
import type { driveLiffMock } from '#emulator/liff-mock/drive-liff-mock.ts'
import { liffMock } from '#emulator/liff-mock/vite.ts'

/** Tests `driveLiffMock` in a page that Vite serves, with LINE's SDK and its liff-mock plugin. */

const PAGE = `
<!doctype html>
<script type="module">
  import liff from '@line/liff'
  import { LiffMockPlugin } from '@line/liff-mock'
  import { driveLiffMock } from 'liff-emulator/liff-mock'
  liff.use(new LiffMockPlugin())
  Object.assign(window, { liff, driveLiffMock })
</script>
`

type InPage = {
  readonly liff: typeof import('@line/liff').default
  readonly driveLiffMock: typeof driveLiffMock
}

async function inPage(page: Page, plugins: PluginOption[], look: () => Promise<void>) {
  const root = test.info().outputPath()
  await writeFile(`${root}/index.html`, PAGE)
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    cacheDir: test.info().outputPath('cache'),
    plugins,
    server: { port: 0, host: 'localhost', hmr: false },
  })
  try {
    await vite.listen()
    await page.goto(vite.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction(() => 'driveLiffMock' in window)
    await look()
  } finally {
    await vite.close()
  }
}

test('driveLiffMock sets liff-mock to scenarios in a page that Vite serves', ({ page }) =>
  inPage(page, [liffMock()], async () => {
    const seen = await page.evaluate(async () => {
      const { liff, driveLiffMock } = window as unknown as InPage
      const line = await driveLiffMock(liff, 'not-friend', { liffId: '1234567890-AbCdEfGh' })
      const first = [liff.isInClient(), await liff.getFriendship(), liff.getContext()?.liffId]
      await line.change('not-in-client')
      const outside = [liff.isLoggedIn(), await liff.getProfile().catch((error: Error) => error)]
      await line.completeLogin()
      const { displayName } = await liff.getProfile()
      const body = new URLSearchParams({ id_token: liff.getIDToken() ?? '', client_id: '1234567890' })
      const verified = await line.lineFetch('https://api.line.me/oauth2/v2.1/verify', {
        method: 'POST',
        body,
      })
      const claims = (await verified.json()) as { readonly name: string }
      const refused = await line.change('offline').catch((error: Error) => error.message)
      const { name } = line.scenario()
      line.restore()
      let after = ''
      try {
        await liff.getProfile()
      } catch (error) {
        after = (error as Error).message
      }
      return {
        ...{ first, outside: [outside[0], (outside[1] as { code?: string }).code], displayName },
        ...{ verified: claims.name, refused, name, after },
      }
    })
    expect(seen).toEqual({
      first: [true, { friendFlag: false }, '1234567890-AbCdEfGh'],
      outside: [false, 'UNAUTHORIZED'],
      displayName: 'Somying Jaidee',
      verified: 'Somying Jaidee',
      refused: expect.stringContaining('network.kind: liff-mock sends no requests'),
      name: 'not-in-client',
      after: 'You need to call liff.login first.',
    })
  }))

test('without the plugin, driveLiffMock says what is missing', ({ page }) =>
  inPage(page, [], async () => {
    const refused = page.evaluate(() => {
      const { liff, driveLiffMock } = window as unknown as InPage
      return driveLiffMock(liff, 'friend').then(
        () => 'driven',
        (error: Error) => error.message,
      )
    })
    expect(await refused).toContain('add liffMock() of liff-emulator/liff-mock/vite to the plugins')
  }))
