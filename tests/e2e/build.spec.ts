import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prizes } from '#campaign/prizes.ts'
import { reportScripts } from '#contract/report-scripts.ts'
import { rewriteNavigations } from '#emulator/line-navigation.ts'
import { expect, test } from '#tests/kit/e2e.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

async function builtFiles(): Promise<[string, string][]> {
  const names = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = names
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(entry => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async file => [file.slice(dist.length), await readFile(file, 'utf8')] as [string, string]),
  )
}

test('the production build contains no code of the emulator, liff-mock or the tests', {
  tag: '@core',
}, async () => {
  const files = await builtFiles()
  expect(files.length).toBeGreaterThan(20)
  const traces = [
    '__emulator',
    '__line/',
    '__LIFF_EMULATOR__',
    'LIFF_EMULATOR',
    'liff-emulator',
    'liffMock',
    'LiffMockPlugin',
    '$mock',
    'happy-dom',
    'testServer',
  ]
  const found = files.flatMap(([file, text]) =>
    traces.filter(trace => text.includes(trace)).map(trace => `${file}: ${trace}`),
  )
  // Only the worker may contain `/__`, because it ignores every path with this prefix.
  expect(found).toEqual([])
})

test('the first document has the texts of the prizes, and not their conditions', async () => {
  const files = new Map(await builtFiles())
  const document = files.get('/index-inline.html') ?? ''
  for (const { titleTh, titleEn, conditionsTh } of prizes) {
    expect(document).toContain(titleTh)
    expect(document).toContain(titleEn)
    for (const condition of conditionsTh) expect(document).not.toContain(condition)
  }
})

test('files are served byte for byte, except for one more script element in HTML and how scripts navigate', async ({
  campaign,
}) => {
  const tag = '<script src="/__emulator/shim.js"></script>'
  for (const [path, text] of await builtFiles()) {
    // The document that contains the first scripts has no path of its own.
    const address = path === '/index-inline.html' ? '/' : path
    const served = await (await fetch(`${campaign.url}${address}`)).text()
    const html = path.endsWith('.html')
    expect(served.split(tag).length - 1, path).toBe(html ? 1 : 0)
    const expected = path.endsWith('.js') || address === '/' ? rewriteNavigations(text) : text
    expect(served.replace(tag, '') === expected, path).toBe(true)
  }
  expect((await fetch(`${campaign.url}/.built-from`)).status).toBe(404)
})

test('the loading screen is painted from the HTML without any other file', { tag: '@core' }, async ({
  page,
  campaign,
}) => {
  await page.route('**/*.js', route => route.abort())
  await page.goto(campaign.url)
  await expect(page.getByText('กำลังโหลด...')).toBeVisible()
  await expect(page.getByText('1.0.5')).toBeVisible()
  const spinner = page.locator('.shell i')
  await expect(spinner).toBeVisible()
  await expect(spinner).toHaveCSS('animation-iteration-count', 'infinite')
})

test('a missing asset gets 404, never HTML', async ({ campaign }) => {
  const response = await fetch(`${campaign.url}/assets/gone-00000000.js`)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).not.toContain('html')
})

test('the list of scripts in reports of phones has every script of the build', async () => {
  const names = (await builtFiles()).flatMap(
    ([file]) => /^\/assets\/(.+)-[\w-]{6}\.js$/.exec(file)?.[1] ?? [],
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(name => !reportScripts.some(known => known === name))).toEqual([])
})
