import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { createServer } from 'vite'

/** Follows the READMEs of the emulator's examples that need a browser. `tests/consumer` runs the other examples. */
const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

async function openInLine(name: string, page: Page, look: () => Promise<void>) {
  const root = path(`emulator/examples/${name}`)
  const vite = await createServer({
    root,
    logLevel: 'silent',
    server: { port: 0, host: 'localhost', hmr: false },
  })
  try {
    await vite.listen()
    const address = vite.httpServer?.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await page.goto(`http://localhost:${port}/__line/liff.line.me/1234567890-AbCdEfGh`)
    await look()
  } finally {
    await vite.close()
  }
}

test('the Vite and React example runs in LINE', ({ page }) =>
  openInLine('vite-react', page, async () => {
    await expect(page.getByRole('heading')).toHaveText('Hello, Somying Jaidee')
    await expect(page.getByText('Add us as a friend for a coupon.')).toBeVisible()
  }))

test('the Vite and Vue example runs in LINE after the consent page', { tag: '@nightly' }, ({ page }) =>
  openInLine('vite-vue', page, async () => {
    await page.getByRole('button', { name: 'อนุญาต', exact: true }).click()
    await expect(page.getByRole('heading')).toHaveText('Hello, Somying Jaidee')
  }),
)

for (const [name, count] of [
  ['playwright', 3],
  ['bot', 2],
] as const)
  test(`the tests of the example ${name} pass in parallel`, { tag: name === 'bot' ? '@nightly' : [] }, () => {
    const own = Object.entries(process.env).filter(
      ([variable]) => !/^(TEST_|PW_|PLAYWRIGHT_|FORCE_COLOR)/.test(variable),
    )
    const words = ['test', '--reporter=json', '--workers=2', '--output', test.info().outputPath('own')]
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [path('node_modules/@playwright/test/cli.js'), ...words],
      { cwd: path(`emulator/examples/${name}`), encoding: 'utf8', env: Object.fromEntries(own) },
    )
    expect(stdout, stderr).toContain('"stats"')
    expect(JSON.parse(stdout).stats).toMatchObject({ expected: count, unexpected: 0, skipped: 0 })
  })
