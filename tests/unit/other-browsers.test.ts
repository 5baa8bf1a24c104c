import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'
import { otherBrowsers } from '#tools/other-browsers.mjs'

const nothing = { pathOf: () => null, installPackages: () => {} }

test('on a system without WebKitGTK, Playwright’s WebKit is used, and what was not run is named', () => {
  const found = otherBrowsers({ ...nothing, webkitPath: () => '/playwright/webkit' })
  expect(found).toMatchObject({ projects: [], env: {}, playwright: true })
  expect(found.missing).toEqual([
    expect.stringContaining('tests/webkit and the conformance cases in WebKit, which need WebKitGTK'),
    expect.stringContaining('the tests in firefox'),
  ])
})

test('without any WebKit, the text says how to install one', () => {
  const { playwright, missing } = otherBrowsers({ ...nothing, webkitPath: () => null })
  expect(playwright).toBe(false)
  expect(missing[0]).toMatch(
    /apt-get install webkit2gtk-driver xvfb; other systems: npx playwright install webkit/,
  )
})

/** Looks for browsers in a process whose Playwright keeps its browsers in this folder. */
function lookIn(folder: string): { readonly playwright: boolean; readonly path: string } {
  const script = `
    import { webkit } from '@playwright/test'
    import { otherBrowsers } from '#tools/other-browsers.mjs'
    const { playwright } = otherBrowsers({ pathOf: () => null, installPackages: () => {} })
    console.log(JSON.stringify({ playwright, path: webkit.executablePath() }))`
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder }
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' }),
  )
}

test('Playwright’s WebKit is found where Playwright looks for it', async () => {
  const folder = await testFolder()
  const { playwright, path } = lookIn(folder)
  expect([playwright, path.startsWith(folder)]).toEqual([false, true])
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '')
  expect(lookIn(folder).playwright).toBe(true)
})

test('missing packages are installed with apt, and used if that succeeded', () => {
  const installed: string[] = []
  const pathOf = (program: string) =>
    program === 'apt-get' || installed.includes(program) ? `/usr/bin/${program}` : null
  const installPackages = (packages: readonly string[]) => void installed.push(...packages)
  const found = otherBrowsers({ pathOf, installPackages, webkitPath: () => null })
  const onLinux = process.platform === 'linux'
  expect(installed).toEqual(onLinux ? ['webkit2gtk-driver', 'xvfb', 'firefox-esr'] : [])
  expect(found.env).toEqual(onLinux ? { TEST_FIREFOX: '/usr/bin/firefox-esr' } : {})
})
