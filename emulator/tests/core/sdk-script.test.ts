// @vitest-environment happy-dom
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { installedSdk, sdkScript } from '#emulator/sdk/sdk-script.ts'
import { testFolder } from '#tests/kit/folder.ts'

test.each([
  ['@line/liff', '2.26.1'],
  ['liff-2.31.0', '2.31.0'],
])('bundles the npm package %s into one script that sets window.liff to SDK %s', (name, version) => {
  const installed = installedSdk(process.cwd(), name)
  if (installed === null) throw new Error(`${name} is not installed`)
  expect(installed.version).toBe(version)
  runInThisContext(sdkScript(installed))
  expect((window as Window & { liff?: { getVersion: () => string } }).liff?.getVersion()).toBe(version)
})

test('returns null if no SDK is installed', () => expect(installedSdk(tmpdir())).toBeNull())

/** Installs packages below the folder. Each has a path, a version and code. */
async function install(folder: string, packages: readonly (readonly [string, string, string])[]) {
  for (const [path, version, code] of packages) {
    const target = join(folder, 'node_modules', path)
    await mkdir(target, { recursive: true })
    const name = path.split('node_modules/').at(-1)
    await writeFile(join(target, 'package.json'), JSON.stringify({ name, version, main: 'index.js' }))
    await writeFile(join(target, 'index.js'), code)
  }
}

test('the SDK’s packages get the tslib that npm installed for the SDK, not an older one of the app', async () => {
  const folder = await testFolder()
  await install(folder, [
    ['tslib', '1.14.1', ''],
    ['@line/liff', '2.26.1', "exports.helper = require('@liff/core').helper"],
    ['@line/liff/node_modules/tslib', '2.8.1', "exports.__spreadArray = () => 'copied'"],
    ['@liff/core', '2.26.1', "exports.helper = require('tslib').__spreadArray()"],
  ])
  const installed = installedSdk(folder)
  if (installed === null) throw new Error('@line/liff is not installed')
  runInThisContext(sdkScript(installed))
  expect((window as Window & { liff?: unknown }).liff).toMatchObject({ helper: 'copied' })
})
